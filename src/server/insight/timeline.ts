import { sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { applicationStates, hasTag } from '#contract/stored-application.ts';
import { MAX_DOTTED, waitedFor } from '#contract/timeline.ts';
import { turnOf } from '#contract/turns.ts';
import type { Services } from '#server/platform/store/services.ts';
import { type Filter, isCounted } from './counted.ts';
import { countDisputes } from './disputed.ts';
import { countCourses } from './figures.ts';
import { countPresent } from './present.ts';
import { BEFORE_FILING } from './project-steps.ts';
import { stateNumberOf } from './state-numbers.ts';

type Timeline = DataOf<typeof endpoints.chartTimeline>;
type Party = Timeline['cases'][number]['steps'][number]['waitsFor'];

/** Applications over time, those that a filter names. */
export async function timeline(
  services: Services,
  filter: Filter,
  { withNumbers }: { withNumbers: boolean },
): Promise<Timeline> {
  const [steps, reworked, present, disputes, ways] = await Promise.all([
    countStays(services, filter),
    countReworked(services, filter),
    countPresent(services, filter),
    countDisputes(services, filter),
    countCourses(services, filter),
  ]);
  const total = sum(steps, ({ from, count }) => (from === BEFORE_FILING ? count : 0));
  const stays = steps.filter(({ from }) => from !== BEFORE_FILING);
  const all = sum(stays, ({ time }) => time);
  return {
    total,
    cases: await sampledCases(services, filter, total, withNumbers),
    waiting: waitedFor.map((party) => {
      const own = stays.filter(({ from }) => partyOfNumber(from) === party);
      const time = sum(own, (each) => each.time);
      return {
        waitsFor: party,
        waits: sum(own, ({ count }) => count),
        time,
        share: all ? time / all : 0,
        lapsed: sum(own, ({ event, count }) => (event === 'deadline.passed' ? count : 0)),
        now: sum(present, ({ state, count }) => (partyOf(state) === party ? count : 0)),
      };
    }),
    reworked,
    rework: applicationStates
      .map((state) => {
        const entries = steps.filter(({ to }) => to === stateNumberOf(state));
        return {
          state,
          applications: sum(entries, ({ second }) => second),
          times: sum(entries, ({ again }) => again),
        };
      })
      .filter(({ times }) => times > 0)
      .sort((a, b) => b.times - a.times),
    ...disputes,
    variants: ways.variants,
    variantCount: ways.variantCount,
  };
}

/** Party that an application in a state waits for; the holder in a state of an earlier release. */
function partyOf(state: string): Party {
  if (hasTag(state, 'withheld')) return 'suspended';
  const turn = turnOf(state);
  return turn === 'nobody' ? 'ended' : turn;
}

const parties = new Map(applicationStates.map((state) => [stateNumberOf(state), partyOf(state)]));
const partyOfNumber = (number: number): Party => parties.get(number) ?? 'holder';

/** Steps by what they lead from and to: how many, how long was waited before, and entries again. */
async function countStays({ store }: Services, filter: Filter) {
  const rows = await store.db
    .selectFrom('step')
    .select(['from_code as from', 'event', 'to_code as to'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select(sql<number | string | null>`sum(waited)`.as('time'))
    // An application that entered a state again did so once for the second time.
    .select(sql<number | string>`sum(case when visit = 2 then 1 else 0 end)`.as('second'))
    .select(sql<number | string>`sum(case when visit > 1 then 1 else 0 end)`.as('again'))
    .where(isCounted(filter))
    .groupBy(['from_code', 'event', 'to_code'])
    .execute();
  return rows.map(({ from, event, to, ...counts }) => ({
    from,
    event,
    to,
    count: Number(counts.count),
    time: Number(counts.time ?? 0),
    second: Number(counts.second),
    again: Number(counts.again),
  }));
}

async function countReworked({ store }: Services, filter: Filter): Promise<number> {
  const { count } = await store.db
    .selectFrom('step')
    .select(sql<number | string>`count(distinct application_number)`.as('count'))
    // As the index of these rows says it.
    .where(sql<boolean>`visit > 1`)
    .where(isCounted(filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every case, or of many as many as a picture holds, at even distances by their filing. */
async function sampledCases(
  { store: { db } }: Services,
  filter: Filter,
  total: number,
  withNumbers: boolean,
): Promise<Timeline['cases']> {
  const distance = Math.max(1, Math.ceil(total / MAX_DOTTED));
  const placed = db
    .selectFrom('course')
    .select(['application_number', 'filed_at'])
    .select(sql<number>`row_number() over (order by filed_at, application_number)`.as('place'))
    .where(isCounted(filter));
  const cases = await db
    .selectFrom(placed.as('placed'))
    .select(['application_number', 'filed_at'])
    .where(sql<boolean>`(place - 1) % ${sql.lit(distance)} = 0`)
    .orderBy('place')
    .limit(MAX_DOTTED)
    .execute();
  if (cases.length === 0) return [];
  const steps = await db
    .selectFrom('step')
    .select(['application_number', 'to_code', 'waited'])
    .where(
      'application_number',
      'in',
      cases.map(({ application_number }) => application_number),
    )
    .orderBy('application_number')
    .orderBy('revision')
    .execute();
  const byCase = Map.groupBy(steps, ({ application_number }) => application_number);
  return cases.map(({ application_number: number, filed_at }) => {
    let at = Number(filed_at);
    return {
      number: withNumbers ? number : null,
      steps: (byCase.get(number) ?? []).map(({ to_code, waited }) => {
        at += Number(waited ?? 0);
        return { at, waitsFor: partyOfNumber(to_code) };
      }),
    };
  });
}

function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
