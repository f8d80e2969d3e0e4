import { expect, test } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { factsIn } from '#tests/components/reading.ts';
import { RecipientSummary } from '#ui/recipient/recipient-summary.tsx';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const named = {
  email: 'workshop@example.eu',
  // Past midnight in Warsaw.
  linkSentAt: at('18T23:30:00'),
  provedAt: null,
  isReady: false,
  fetchedAt: null,
  withdrawnAt: null,
};

test.each([
  [
    'who has only been named',
    named,
    {
      Confirmed: 'Not yet',
      'Own copy of the data': 'Not ready yet',
      'First downloaded': 'Not yet',
    },
  ],
  [
    'who fetched it and was withdrawn',
    {
      ...named,
      provedAt: at('19T08:00:00'),
      isReady: true,
      fetchedAt: at('19T09:00:00'),
      withdrawnAt: at('19T10:00:00'),
    },
    {
      Confirmed: '19 November 2026 at 09:00',
      'Own copy of the data': 'Ready',
      'First downloaded': '19 November 2026 at 10:00',
      Withdrawn: '19 November 2026 at 11:00',
    },
  ],
])('the summary of a recipient %s shows each fact', (_, recipient, facts) => {
  showPart(<RecipientSummary recipient={recipient} />);
  expect(factsIn(document.body)).toEqual({
    'E-mail address': 'workshop@example.eu',
    'Link sent': '19 November 2026 at 00:30',
    ...facts,
  });
});
