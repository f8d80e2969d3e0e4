import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paintOf, shapeOf } from '#portal/vehicles/car-shapes.ts';
import { shownCar } from '#tests/components/answers.ts';
import { choose } from '#tests/components/filling.ts';
import { APPLICATION, openApplication } from '#tests/components/open-application.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { textOf } from '#tests/components/reading.ts';
import { listOf, recordOf } from '#tests/components/records.ts';
import { type Answers, rejected, sentTo } from '#tests/components/stub-calls.ts';

const knownFacts = {
  ...shownCar,
  model: 'Lumo',
  year: 2024,
  bodyType: 'Estate',
  colour: 'Glacier blue',
  odometer: { metres: 12_038_499, at: Date.parse('2026-11-19T23:30:00Z') },
  span: {
    first: Date.parse('2025-03-01T12:00:00Z'),
    last: Date.parse('2026-11-19T23:35:00Z'),
  },
};

/** Facts on the card of a vehicle, once its name is shown. */
async function card(name: string): Promise<string[]> {
  const line = (await screen.findAllByText(name)).find((one) => one.closest('svg + div'));
  const facts = line?.closest('svg + div');
  return [...(facts?.querySelectorAll('p') ?? [])].map(textOf);
}
const bodyOf = () => document.querySelector<SVGElement>('svg[viewBox="0 0 120 44"] > path');

test('a data request shows its car with the local dates of its data', async () => {
  const record = recordOf('personal', 'dataRequest.awaited');
  const loaded = { applicationDetails: record, ownVehicle: knownFacts };
  openPage(`${APPLICATION}/data-request`, loaded, owner);
  await screen.findByText('There are data from 1 March 2025 to 20 November 2026.');
  expect(bodyOf()?.style.fill).toBe('rgb(91, 155, 181)');
  expect(screen.queryByText(/Odometer/)).toBeNull();
});

describe('the car of a new application', () => {
  const open = async (answers: Answers = {}) => {
    const loaded = { history: listOf(), ownVehicle: knownFacts, ...answers };
    await choose('Vehicle', 'Twizy')(openPage('/home/data-acquisition/new/vehicle', loaded, owner));
  };

  test('is shown with model, odometer and local dates of its data', async () => {
    await open();
    await screen.findByText(/Odometer/);
    expect(await card('Twizy')).toEqual([
      'Twizy',
      'VF1AAAAA000000001',
      'Lumo, 2024',
      'Odometer: 12,038 km on 20 November 2026',
      'There are data from 1 March 2025 to 20 November 2026.',
    ]);
    expect(sentTo('ownVehicle')).toEqual([{ vehicleId: 'car-1' }]);
    expect(bodyOf()?.style.fill).toBe('rgb(91, 155, 181)');
  });

  test('with data of one day names that day once', async () => {
    const at = Date.parse('2026-11-25T08:00:00Z');
    await open({ ownVehicle: { ...shownCar, span: { first: at, last: at + 60_000 } } });
    await screen.findByText('There are data for one day only: 25 November 2026.');
  });

  test('shows only facts that its source provides', async () => {
    await open({ ownVehicle: shownCar });
    await screen.findByText(/The period of the data/);
    expect(await card('Twizy')).toEqual([
      'Twizy',
      'VF1AAAAA000000001',
      'The period of the data is not known.',
    ]);
    expect(bodyOf()?.style.fill).toBe('');
  });

  test('shows name and VIN while its source does not answer', async () => {
    await open({ ownVehicle: rejected(503, 'It is away.') });
    expect(await card('Twizy')).toEqual(['Twizy', 'VF1AAAAA000000001']);
    expect(screen.queryByText('It is away.')).toBeNull();
  });
});

describe('the car of an application', () => {
  const open = async (record = recordOf()) => {
    openApplication(record, { ownVehicle: knownFacts });
    await screen.findByRole('heading', { name: 'History' });
  };

  test('is drawn at the current step of the progress, in its colour', async () => {
    await open();
    expect(bodyOf()?.closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(bodyOf()?.style.fill).toBe('rgb(91, 155, 181)');
  });

  test('keeps its colour after its link has ended', async () => {
    await open({ ...recordOf(), linkEndedAt: Date.parse('2026-11-10T00:00:00Z') });
    expect(bodyOf()?.style.fill).toBe('rgb(91, 155, 181)');
  });
});

test('the card of the chosen car is shown below its name', async () => {
  const user = openPage('/home/data-acquisition/new/vehicle', { history: listOf() }, owner);
  for (const name of ['Zoe', 'Twizy']) {
    await choose('Vehicle', name)(user);
    expect((await card(name))[0]).toBe(name);
    expect(document.querySelectorAll('svg[viewBox="0 0 120 44"]')).toHaveLength(1);
  }
  expect(sentTo('ownVehicle')).toEqual([{ vehicleId: 'car-2' }, { vehicleId: 'car-1' }]);
});

test.each([
  ['Minivan', 'van'],
  ['Pickup', 'van'],
  ['Sedan', 'saloon'],
  ['roadster', 'saloon'],
  ['SUV', 'hatchback'],
])('a %s is drawn as a %s', (bodyType, like) => {
  expect(shapeOf(bodyType)).toBe(shapeOf(like));
});

test('cars have three shapes, by default that of a hatchback', () => {
  expect(new Set(['van', 'saloon', 'hatchback'].map(shapeOf)).size).toBe(3);
  expect(shapeOf(null)).toBe(shapeOf('hatchback'));
});

describe('the paint', () => {
  test.each([
    ['Glacier blue', 'blue'],
    ['Silver grey', 'silver'],
    ['Dark Gray', 'grey'],
    ['burgundy red', 'burgundy'],
  ])('of the colour «%s» is that of %s', (colour, like) => {
    expect(paintOf(colour)).toBe(paintOf(like));
    expect(paintOf(colour)).toMatch(/^#[0-9a-f]{6}$/);
  });

  test.each([
    ['#12aB9f', '#12aB9f'],
    ['#12a', null],
    ['url(#evil)', null],
    ['Nebula 7', null],
    [null, null],
  ])('of the colour %s is %s', (colour, paint) => expect(paintOf(colour)).toBe(paint));
});
