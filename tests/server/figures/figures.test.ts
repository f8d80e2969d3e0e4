import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { graph } from '#forms/application-graph.ts';
import type { GraphTransition } from '#lib/statechart/graph/graph.ts';
import { startProjectionWorker } from '#server/figures/projection.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import {
  effectiveOf,
  type History,
  inventHistories,
  movesOf,
  NOW,
  portalWith,
} from './histories.ts';

type Filter = InputOf<typeof endpoints.chartFigures>;

const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const histories = inventHistories(3000, BEGIN);

const { portal, analyst, reviewer } = portalWith(histories);

const stateOf = ({ entries }: History) => entries.at(-1)?.to as ApplicationState;
const traceOf = (history: History) =>
  movesOf(history)
    .map(({ to }) => to)
    .join();
const ends = ['approved', 'terminated.byRequester', 'terminated.byHolder'];
const isOpen = (state: string) => state !== 'suspended' && !ends.includes(state);

/** Histories that match a filter, found without a database. */
function named({ from, to, kind, outcome }: Filter): History[] {
  return histories.filter((history) => {
    const filed = new Date(history.entries[0]?.at ?? 0).toISOString().slice(0, 10);
    const state = stateOf(history);
    return (
      (!from || filed >= from) &&
      (!to || filed <= to) &&
      (!kind || history.kind === kind) &&
      (!outcome || (outcome === 'open' ? isOpen(state) : state === outcome))
    );
  });
}

/** The least value that a share of the values do not exceed. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.find((_, index) => index + 1 >= sorted.length * share) ?? null;
}

const monthOf = (year: number, index: number) =>
  new Date(Date.UTC(year, index)).toISOString().slice(0, 7);

interface Step {
  at: number;
  from: string;
  event: string;
  to: string;
  waited: number;
  isRepeat: boolean;
}

const medianOf = (steps: readonly Step[]) => {
  const waits = steps.map(({ waited }) => waited);
  return quantile(waits, 0.5);
};

function stepsOf(chosen: readonly History[]): Step[] {
  return chosen.map(movesOf).flatMap((moves) =>
    moves.slice(1).map(({ at, event, from, to }, index) => ({
      at,
      from: from ?? '',
      event,
      to,
      waited: at - (moves[index]?.at ?? 0),
      isRepeat: moves.slice(0, index + 1).some((earlier) => earlier.to === to),
    })),
  );
}

const filters: Record<string, Filter> = {
  'all applications': {},
  'applications of public-sector bodies': { kind: 'public' },
  'applications of a month': { from: '2026-03-01', to: '2026-03-31' },
  'open applications': { outcome: 'open' },
  'suspended applications': { outcome: 'suspended' },
  'approved applications of users, filed in a quarter': {
    kind: 'personal',
    outcome: 'approved',
    from: '2026-04-01',
    to: '2026-06-30',
  },
  'a day without applications': { from: '2031-01-01', to: '2031-01-01' },
};

test('the histories contain every event of the machine', () => {
  const recorded = ({ actions }: GraphTransition) =>
    actions.some(({ name }) => ['advance', 'decide', 'countRevision', 'restore'].includes(name));
  const events = new Set(graph.transitions.filter(recorded).map(({ event }) => event));
  const invented = new Set(histories.flatMap(({ entries }) => entries.map(({ event }) => event)));
  expect(invented).toEqual(events.add('application.file'));
});

describe.each(Object.entries(filters))('the figures of %s', (_, filter) => {
  const chosen = named(filter);
  const steps = stepsOf(chosen);
  let figures: Promise<DataOf<typeof endpoints.chartFigures>> | undefined;
  const asked = () => {
    figures ??= portal.granted('chartFigures', filter, analyst);
    return figures;
  };

  test('count the applications that are in, entered or left each state, and their stays', async () => {
    const { states, total, open, suspended } = await asked();
    expect(total).toBe(chosen.length);
    expect(open).toBe(chosen.filter((each) => isOpen(stateOf(each))).length);
    expect(suspended).toBe(chosen.filter((each) => stateOf(each) === 'suspended').length);
    expect(states).toEqual(
      applicationStates.map((state) => {
        const there = chosen.filter((each) => stateOf(each) === state);
        const stays = steps.filter(({ from }) => from === state).map(({ waited }) => waited);
        const ages = there.map((each) => NOW - (movesOf(each).at(-1)?.at ?? 0));
        return {
          state,
          now: there.length,
          overdue: there.filter(({ dueAt }) => dueAt !== null && dueAt < NOW).length,
          openMedian: ends.includes(state) ? null : quantile(ages, 0.5),
          entered: chosen.flatMap(movesOf).filter(({ to }) => to === state).length,
          left: stays.length,
          median: quantile(stays, 0.5),
          p90: quantile(stays, 0.9),
        };
      }),
    );
  });

  test('have the count, share, repeats and waiting time of each transition', async () => {
    const { transitions } = await asked();
    expect(transitions.reduce((sum, { count }) => sum + count, 0)).toBe(steps.length);
    for (const { id, count, share, repeats, median } of transitions) {
      const [source = '', event = '', index = ''] = id.split(':');
      const isFrom = ({ from }: Step) => from === source || from.startsWith(`${source}.`);
      // Where one event leads to several states, they are numbered in this order.
      const targets = {
        'review.start': ['qualification.underReview', 'dataRequest.underReview'],
        'application.reopen': [
          'qualification.submitted',
          'qualification.underReview',
          'qualification.informationRequired',
          'dataRequest.awaited',
          'dataRequest.underReview',
          'dataRequest.informationRequired',
          'dataRequest.withheld',
          'suspended',
        ],
      };
      const to = (targets as Record<string, string[]>)[event]?.[Number(index)];
      const taken = steps.filter(
        (step) => isFrom(step) && step.event === event && (!to || step.to === to),
      );
      const left = steps.filter(isFrom).length;
      expect({ id, count, share, repeats, median }).toEqual({
        id,
        count: taken.length,
        share: left ? taken.length / left : 0,
        repeats: taken.filter(({ isRepeat }) => isRepeat).length,
        median: medianOf(taken),
      });
    }
  });

  test('have the median of the stays that ended in each of the last twelve months', async () => {
    const { trend } = await asked();
    const months = ['2025-12', ...Array.from({ length: 11 }, (_, index) => monthOf(2026, index))];
    const states = [
      'qualification.submitted',
      'qualification.underReview',
      'dataRequest.underReview',
    ];
    expect(trend).toEqual(
      states.map((state) => ({
        state,
        months: months.map((month) => {
          const ended = steps.filter(
            // Some invented histories continue after the current date.
            ({ from, at }) =>
              from === state && new Date(Math.min(at, NOW)).toISOString().startsWith(month),
          );
          return { month, median: medianOf(ended) };
        }),
      })),
    );
  });

  test('list the variants, and count the applications that took the normal one', async () => {
    const { variants, variantCount, normal } = await asked();
    const byTrace = Map.groupBy(chosen, (each) => `${each.kind} ${traceOf(each)}`);
    expect(variantCount).toBe(byTrace.size);
    const counts = [...byTrace.values()].map(({ length }) => length).sort((a, b) => b - a);
    expect(variants.map(({ count }) => count)).toEqual(counts.slice(0, 20));
    const straight = chosen.filter(
      (each) =>
        stateOf(each) === 'approved' && movesOf(each).length === (each.kind === 'personal' ? 5 : 3),
    );
    expect(normal).toBe(straight.length);
    expect(
      variants.filter(({ isNormal }) => isNormal).reduce((sum, { count }) => sum + count, 0),
    ).toBeLessThanOrEqual(normal);
  });
});

describe('the cases behind a figure', () => {
  const cases = (input: Partial<InputOf<typeof endpoints.chartCases>>) =>
    portal.granted('chartCases', { page: 1, pageSize: 100, ...input }, reviewer);

  test('are those in a state', async () => {
    const state = 'dataRequest.underReview';
    const there = histories.filter((each) => stateOf(each) === state && each.kind === 'public');
    const { total, items } = await cases({ state, kind: 'public' });
    expect(total).toBe(there.length);
    const numbers = there.map(({ number }) => number);
    for (const { number } of items) expect(numbers).toContain(number);
  });

  test.each([
    ['dataRequest.informationRequired', 'information.supply', 0, 'dataRequest.underReview'],
    ['qualification.submitted', 'application.refuse', 0, 'terminated.byHolder'],
    ['qualification.submitted', 'review.start', 1, 'dataRequest.underReview'],
  ])('are those that took a transition from %s by %s (%d), each once', async (...transition) => {
    const [source, taken, index, target] = transition;
    const took = histories.filter((history) =>
      effectiveOf(history).some(
        ({ event, from, to }) => event === taken && from === source && to === target,
      ),
    );
    const { total, items } = await cases({ transition: `${source}:${taken}:${index}` });
    expect(total).toBe(took.length);
    // Newest change first, then by number.
    const changeOf = ({ number, entries }: History) =>
      `${8e15 - Number(entries.at(-1)?.at)} ${number}`;
    const sorted = took.toSorted((a, b) => (changeOf(a) < changeOf(b) ? -1 : 1));
    expect(items.map(({ number }) => number)).toEqual(
      sorted.slice(0, 100).map(({ number }) => number),
    );
  });

  test('are those of a variant, given as its states', async () => {
    const trace = ['qualification.submitted', 'terminated.byHolder'] as const;
    const went = histories.filter((each) => traceOf(each) === trace.join());
    expect((await cases({ trace: [...trace] })).total).toBe(went.length);
  });

  test('of an unknown transition are rejected with the field; analysts may see none', async () => {
    const input = { transition: 'nowhere:nothing:0', page: 1, pageSize: 20 };
    const fields = [{ field: 'transition', problem: 'choice' }];
    expectAnswer(await portal.call('chartCases', input, reviewer), {
      ...{ status: 400, code: codes.invalid, data: { fields } },
    });
    const answer = await portal.call('chartCases', { page: 1, pageSize: 20 }, analyst);
    expectAnswer(answer, { status: 403, code: codes.forbidden });
  });
});

test('new steps are counted within 2 s, and change the outcome of their application', async () => {
  const living = await startSeededPortal();
  const token = await signInAs(living, 'counting@example.eu', ['analyst']);
  const figures = (filter: Filter = {}) => living.granted('chartFigures', filter, { token });
  const before = await figures();
  const worker = startProjectionWorker(living.services);
  await living.applicationAt('approved');
  await expect.poll(async () => (await figures()).normal).toBe(before.normal + 1);
  expect((await figures()).total).toBe(before.total + 1);
  const approved = await figures({ outcome: 'approved' });
  expect(approved.transitions.find(({ id }) => id.includes('data.approve'))?.count).toBe(1);
  // Steps counted while the application was open now count for its outcome.
  const reviews = async (outcome: 'open' | 'terminated.byRequester') => {
    const { transitions } = await figures({ outcome });
    return transitions.find(({ id }) => id.includes('review.start'))?.count ?? 0;
  };
  const { number, revision } = await living.applicationAt('underReview');
  await expect.poll(() => reviews('open')).toBe(1);
  const ended = { applicationNumber: number, revision };
  await living.granted('terminateOrder', ended, { token: living.tokens.owner });
  await expect.poll(() => reviews('terminated.byRequester')).toBe(1);
  expect(await reviews('open')).toBe(0);
  await worker.stop();
  await living.close();
});
