import { describe, expect, test } from 'vitest';
import {
  type LoggedStep,
  type MeasuredModel,
  measuredModel,
  wayKey,
} from '#applications/what-if/measured-model.ts';
import { calibrated, simulate } from '#applications/what-if/simulate.ts';

const MINUTE = 60_000;
const SUBMITTED = 'qualification.submitted';
const AWAITED = 'dataRequest.awaited';
const personal = 'personal' as const;

/** A model of one state and one way out of it, `work` and `stay` in minutes. */
function oneWay(
  filedAfter: readonly number[],
  way: { state?: string; event?: string; to?: string; work?: number | null; stay?: number },
): MeasuredModel {
  const { state = SUBMITTED, event = 'application.refuse', to = 'terminated.byHolder' } = way;
  const { work = null, stay = 0 } = way;
  return {
    filings: filedAfter.map((at) => ({ at: at * MINUTE, kind: personal, to: state })),
    ways: new Map([
      [
        wayKey(personal, state),
        [{ event, to, stay: stay * MINUTE, work: work === null ? null : work * MINUTE }],
      ],
    ]),
    staff: 1,
    meanStay: 0,
    ended: [],
  };
}
const as = { staff: 1, limit: null, effort: 1, seed: 1 };
const minutes = (run: ReturnType<typeof simulate>) => run.ended.map(({ time }) => time / MINUTE);

describe('the desk', () => {
  // Worked out by hand: work of 5 minutes each, filed after 0, 1, 2 and 30 minutes.
  const model = oneWay([0, 1, 2, 30], { work: 5 });

  test.each([
    [1, [5, 9, 13, 5]],
    [2, [5, 5, 8, 5]],
    [3, [5, 5, 5, 5]],
  ])('of %s takes first what came first', (staff, times) => {
    const run = simulate(model, { ...as, staff });
    expect(minutes(run)).toEqual(times);
    expect(run.meanStay / MINUTE).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / 4);
    expect(run.ended.map(({ desk }) => desk / MINUTE)).toEqual(times);
  });

  test('works as long as its effort says', () => {
    expect(minutes(simulate(model, { ...as, staff: 3, effort: 0.4 }))).toEqual([2, 2, 2, 2]);
  });
});

describe('the time to answer', () => {
  const DAY = 24 * 60;
  const answered = oneWay([0], {
    state: AWAITED,
    event: 'data.request',
    to: 'terminated.byRequester',
    stay: 10 * DAY,
  });
  const lapsed = oneWay([0], {
    state: AWAITED,
    event: 'deadline.passed',
    to: 'terminated.byHolder',
    stay: 14 * DAY,
  });
  const withLimit = (days: number) => ({ ...as, limit: days * DAY * MINUTE });

  test('is as it was where none is given', () => {
    expect(simulate(answered, as).ended).toMatchObject([{ event: 'data.request' }]);
    expect(minutes(simulate(answered, as))).toEqual([10 * DAY]);
    expect(minutes(simulate(lapsed, as))).toEqual([14 * DAY]);
  });

  test('ends the application of who needed longer', () => {
    const run = simulate(answered, withLimit(7));
    expect(run.ended).toMatchObject([{ event: 'deadline.passed', to: 'terminated.byHolder' }]);
    expect(minutes(run)).toEqual([7 * DAY]);
    expect(simulate(answered, withLimit(10)).ended).toMatchObject([{ event: 'data.request' }]);
  });

  test('only puts off the end of who lets it pass', () => {
    expect(minutes(simulate(lapsed, withLimit(21)))).toEqual([21 * DAY]);
  });

  test('is no matter of the desk', () => {
    const slow = oneWay([0], { work: 30 * DAY });
    expect(minutes(simulate(slow, withLimit(7)))).toEqual([30 * DAY]);
  });
});

const step = (
  application: string,
  at: number,
  [from, event, to]: [string | null, string, string],
  reviewer: string | null = null,
): LoggedStep => ({ application, kind: personal, at: at * MINUTE, from, to, event, reviewer });
const filed = (application: string, at: number) =>
  step(application, at, [null, 'application.file', SUBMITTED]);
const refused = (application: string, at: number, reviewer: string) =>
  step(application, at, [SUBMITTED, 'application.refuse', 'terminated.byHolder'], reviewer);

test('a reviewer worked at a step since it was there and they had done the one before', () => {
  const model = measuredModel([
    filed('a', 0),
    filed('b', 10),
    refused('a', 30, 'ann'),
    filed('c', 35),
    refused('b', 50, 'ann'),
    refused('c', 55, 'bob'),
    filed('open', 60),
    // What comes after the end is no part of it.
    step('a', 90, ['terminated.byHolder', 'link.ended', 'terminated.byHolder']),
  ]);
  const ways = model.ways.get(wayKey(personal, SUBMITTED));
  expect(ways?.map(({ stay, work }) => [stay / MINUTE, (work ?? 0) / MINUTE])).toEqual([
    [30, 30],
    [40, 20],
    [20, 20],
  ]);
  expect(model).toMatchObject({ staff: 2, meanStay: 30 * MINUTE });
  expect(model.filings.map(({ at }) => at / MINUTE)).toEqual([0, 10, 35, 60]);
  expect(model.ended.map(({ time, desk }) => [time / MINUTE, desk / MINUTE])).toEqual([
    [30, 30],
    [40, 40],
    [20, 20],
  ]);
});

describe('a busy desk', () => {
  /** An application a quarter of an hour, 13 minutes of work at each, by the first of two who is free. */
  const log: LoggedStep[] = [];
  const freeAt = { ann: 0, bob: 0 };
  for (let one = 0; one < 400; one++) {
    const at = one * 6 + ((one * 37) % 11);
    const who = freeAt.ann <= freeAt.bob ? 'ann' : 'bob';
    const done = Math.max(at, freeAt[who]) + 8 + ((one * 53) % 7);
    freeAt[who] = done;
    log.push(filed(String(one), at), refused(String(one), done, who));
  }
  const model = measuredModel(log.sort((a, b) => a.at - b.at));
  const pause = async () => {};

  test('is simulated so that its mean wait is the one measured', async () => {
    const effort = await calibrated(model, 1, pause);
    const { meanStay } = simulate(model, { ...as, staff: model.staff, effort });
    expect(Math.abs(meanStay / model.meanStay - 1)).toBeLessThan(0.05);
  });

  test('waits longer with fewer, and never with more', async () => {
    const effort = await calibrated(model, 1, pause);
    const waits = [1, 2, 3, 4].map(
      (staff) => simulate(model, { ...as, staff, effort }).meanStay / MINUTE,
    );
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(waits[0]).toBeGreaterThan(10 * (waits[1] ?? 0));
  });

  test('is the same for the same seed, and another for another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => simulate(model, { ...as, seed }));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});
