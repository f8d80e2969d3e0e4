import { describe, expect, test } from 'vitest';
import { replayLog } from '#applications/replay/replay-log.ts';
import type { LoggedCase } from '#lib/event-log/event-log.ts';
import { readCsvLog } from '#lib/event-log/read-csv.ts';
import { writeCsvLog } from '#lib/event-log/write-csv.ts';

const string = (key: string, value: string) => ({ type: 'string', key, value }) as const;
const DAY = Date.parse('2026-03-02T09:00:00Z');

/** A case whose events come a day apart; `name/sender` where the log tells the sender. */
const made = (name: string, ...events: string[]): LoggedCase => ({
  attributes: [string('concept:name', name)],
  events: events.map((told, day) => {
    const [activity = '', sender] = told.split('/');
    const time = new Date(DAY + day * 86_400_000).toISOString();
    return [
      string('concept:name', activity),
      { type: 'date', key: 'time:timestamp', value: time } as const,
      ...(sender ? [string('org:resource', sender)] : []),
    ];
  }),
});

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const NO_NAMES = { activities: {}, roles: {} };
const check = (...cases: LoggedCase[]) => replayLog(each(cases), NO_NAMES);
const APPROVED = [
  ...['application.file', 'review.start', 'qualification.pass', 'information.request'],
  ...['information.supply', 'data.request', 'data.approve'],
];

describe('a log of activities and times alone', () => {
  test('is replayed as if each were sent by whoever may', async () => {
    const way = APPROVED.filter((event) => !event.startsWith('information'));
    const asked = ['application.file', 'review.start', 'information.request', 'information.supply'];
    expect(await check(made('a', ...way), made('b', ...asked, 'application.terminate'))).toEqual({
      cases: 2,
      fitting: 2,
      unfinished: 0,
      events: 10,
      fitness: 1,
      deviations: [],
      first: [],
    });
  });

  test('tells where an event is not taken, and goes on from before it', async () => {
    const result = await check(made('a', 'application.file', 'data.approve', 'review.start'));
    expect(result).toMatchObject({ fitting: 0, unfinished: 1, fitness: expect.closeTo(2 / 3) });
    expect(result.first).toEqual([
      {
        nth: 1,
        name: 'a',
        step: 2,
        at: DAY + 86_400_000,
        activity: 'data.approve',
        state: 'qualification.submitted',
        reason: 'event',
        guard: null,
      },
    ]);
  });

  test('tells cases of one name apart by their place', async () => {
    const fitting = made('a', 'application.file');
    const wrong = made('a', 'application.file', 'data.approve');
    const { first } = await check(fitting, wrong, wrong);
    expect(first.map(({ nth, name }) => [nth, name])).toEqual([
      [2, 'a'],
      [3, 'a'],
    ]);
  });
});

describe('a case without its filing', () => {
  test('is one deviation, and the rest is replayed after a filing', async () => {
    const result = await check(made('late', 'review.start/ben', 'application.terminate/ann'));
    expect(result.deviations).toEqual([
      { activity: '', state: null, reason: 'start', guard: null, count: 1, cases: ['late'] },
    ]);
    expect(result).toMatchObject({ events: 2, fitness: expect.closeTo(2 / 3), unfinished: 0 });
    expect(result.first).toMatchObject([{ name: 'late', step: 0, at: DAY }]);
  });
});

test('an activity that is no event of the machine is unknown, wherever it stands', async () => {
  const { deviations } = await check(
    made('a', 'Archive', 'application.file'),
    made('b', 'application.file', 'Archive'),
    made('c', 'application.file', 'constructor'),
  );
  expect(deviations.map(({ activity, reason }) => `${activity}: ${reason}`).sort()).toEqual([
    ': start',
    'Archive: unknown',
    'application.file: event',
    'constructor: unknown',
  ]);
});

test('of a kind of deviation a few cases are named, and of those that deviate the first', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    made(`case ${index}`, 'application.file', 'data.approve'),
  );
  const { deviations, first } = await check(...many);
  expect(deviations).toMatchObject([{ count: 30 }]);
  expect(deviations[0]?.cases).toEqual(['case 0', 'case 1', 'case 2', 'case 3', 'case 4']);
  expect(first).toHaveLength(20);
});

test('the kind of a case stays through CSV: a public body’s review begins with its data', async () => {
  const one = made('p', 'application.file', 'review.start', 'data.approve');
  const log = [{ ...one, attributes: [...one.attributes, string('kind', 'public')] }];
  expect(await check(...log)).toMatchObject({ fitting: 1 });
  const text = writeCsvLog(each(log), {
    case: ['concept:name', 'kind'],
    event: ['concept:name', 'time:timestamp'],
  });
  const columns = {
    case: 'case:concept:name',
    activity: 'concept:name',
    time: 'time:timestamp',
  };
  expect(await replayLog(readCsvLog(text, columns), NO_NAMES)).toMatchObject({
    fitting: 1,
    deviations: [],
  });
});
