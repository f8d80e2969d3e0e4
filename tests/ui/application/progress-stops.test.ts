import { expect, test } from 'vitest';
import { progressStops } from '#ui/application/progress-stops.ts';

test('a customer’s application passes both reviews, and waits beside them for information', () => {
  expect(progressStops('personal')).toEqual([
    { state: 'qualification.submitted', states: ['qualification.submitted'] },
    {
      state: 'qualification.underReview',
      states: ['qualification.underReview', 'qualification.informationRequired'],
    },
    { state: 'dataRequest.awaited', states: ['dataRequest.awaited'] },
    {
      state: 'dataRequest.underReview',
      states: [
        'dataRequest.underReview',
        'dataRequest.informationRequired',
        'dataRequest.withheld',
      ],
    },
    { state: 'approved', states: ['approved', 'suspended'] },
  ]);
});

test('a public-sector body’s goes from its submission to the review of the data', () => {
  expect(progressStops('public').map(({ state }) => state)).toEqual([
    'qualification.submitted',
    'dataRequest.underReview',
    'approved',
  ]);
});
