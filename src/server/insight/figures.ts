import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  graph,
  isStep,
  normalCourseOf,
  sourcesOf,
} from '#applications/replay/application-graph.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import type { GraphTransition } from '#lib/statechart/graph/graph.ts';
import type { Services } from '#server/platform/store/services.ts';
import { type Filter, isCounted, isCountedApplication } from './counted.ts';
import { countPresent, isOpen, type Present } from './present.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';

type Figures = DataOf<typeof endpoints.chartFigures>;

const VARIANTS = 20;

/** Steps of one kind: what they lead from and to, by which event, and how many. */
interface StepCount {
  from: number;
  event: string;
  to: number;
  count: number;
  repeats: number;
}

/**
 * Figures of the recorded steps of applications that a filter names. All is counted in the
 * database: first how many of each step, then each median by its place in an index.
 */
export async function figures(services: Services, filter: Filter): Promise<Figures> {
  const [steps, present, traces] = await Promise.all([
    countSteps(services, filter),
    countPresent(services, filter),
    countCourses(services, filter),
  ]);
  const [states, transitions] = await Promise.all([
    Promise.all(
      applicationStates.map((state) => stateFigures(services, filter, state, steps, present)),
    ),
    Promise.all(
      graph.transitions
        .filter(isStep)
        .map((each) => transitionFigures(services, filter, each, steps)),
    ),
  ]);
  return {
    total: sum(present, ({ count }) => count),
    open: sum(present.filter(isOpen), ({ count }) => count),
    states,
    transitions,
    ...traces,
  };
}

async function countSteps({ store }: Services, filter: Filter): Promise<StepCount[]> {
  const rows = await store.db
    .selectFrom('step')
    .select(['from_code', 'event', 'to_code'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select(sql<number | string>`sum(case when visit > 1 then 1 else 0 end)`.as('repeats'))
    .where(isCounted(filter))
    .groupBy(['from_code', 'event', 'to_code'])
    .execute();
  return rows.map(({ from_code, event, to_code, count, repeats }) => ({
    from: from_code,
    event,
    to: to_code,
    count: Number(count),
    repeats: Number(repeats),
  }));
}

async function stateFigures(
  services: Services,
  filter: Filter,
  state: ApplicationState,
  steps: readonly StepCount[],
  present: readonly Present[],
): Promise<Figures['states'][number]> {
  const code = stateNumberOf(state);
  const { count: now = 0, overdue = 0 } = present.find((row) => row.state === state) ?? {};
  const isEnd = turnOf(state) === 'nobody';
  const left = sum(steps, ({ from, count }) => (from === code ? count : 0));
  const leaving = sql<SqlBool>`from_code = ${code}`;
  const [median, p90, since] = await Promise.all([
    waitedAt(services, filter, leaving, left, 0.5),
    waitedAt(services, filter, leaving, left, 0.9),
    isEnd ? null : presentSince(services, filter, state, now),
  ]);
  return {
    state,
    now,
    overdue,
    openMedian: since === null ? null : services.now() - since,
    entered: sum(steps, ({ to, count }) => (to === code ? count : 0)),
    left,
    median,
    p90,
  };
}

async function transitionFigures(
  services: Services,
  filter: Filter,
  transition: GraphTransition,
  steps: readonly StepCount[],
): Promise<Figures['transitions'][number]> {
  const from = sourcesOf(transition).map(stateNumberOf);
  const to = stateNumberOf(transition.targets[0] as ApplicationState);
  const taken = steps.filter(
    (step) => from.includes(step.from) && step.event === transition.event && step.to === to,
  );
  const count = sum(taken, (step) => step.count);
  const left = sum(steps, (step) => (from.includes(step.from) ? step.count : 0));
  const isTaken = sql<SqlBool>`from_code in (${sql.join(from)}) and event = ${transition.event}
    and to_code = ${to}`;
  return {
    id: transition.id,
    count,
    share: left ? count / left : 0,
    repeats: sum(taken, ({ repeats }) => repeats),
    median: await waitedAt(services, filter, isTaken, count, 0.5),
  };
}

/** The least stay that a share of `count` stays do not exceed; null of none. */
async function waitedAt(
  { store }: Services,
  filter: Filter,
  which: RawBuilder<SqlBool>,
  count: number,
  share: number,
): Promise<number | null> {
  if (count === 0) return null;
  const row = await store.db
    .selectFrom('step')
    .select('waited')
    .where(which)
    .where(isCounted(filter))
    .orderBy('waited')
    .limit(1)
    .offset(Math.ceil(count * share) - 1)
    .executeTakeFirst();
  return row?.waited ?? null;
}

/** Since when the one in the middle of those in a state has been there. */
async function presentSince(
  { store }: Services,
  filter: Filter,
  state: ApplicationState,
  count: number,
): Promise<number | null> {
  if (count === 0) return null;
  const row = await store.db
    .selectFrom('application')
    .select('updated_at')
    .where('state', '=', state)
    .where(isCountedApplication(filter))
    .orderBy('updated_at', 'desc')
    .limit(1)
    .offset(Math.ceil(count / 2) - 1)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** The commonest ways through the chart, and how many there are. */
export async function countCourses(
  { store }: Services,
  filter: Filter,
): Promise<Pick<Figures, 'variants' | 'variantCount' | 'normal'>> {
  const grouped = store.db
    .selectFrom('course')
    .select(['codes', 'kind'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(isCounted(filter))
    // A trace through a state of an earlier release is none of the chart's.
    .where('codes', 'not like', '%-%')
    .groupBy(['codes', 'kind']);
  const normal = (['personal', 'public'] as const).map((kind) => ({
    kind,
    codes: normalCourseOf(kind).map(stateNumberOf).join('>'),
  }));
  const [rows, { variants }, normals] = await Promise.all([
    grouped.orderBy('count', 'desc').orderBy('codes').limit(VARIANTS).execute(),
    store.db
      .selectFrom(grouped.as('variant'))
      .select(({ fn }) => fn.countAll<number | string>().as('variants'))
      .executeTakeFirstOrThrow(),
    Promise.all(
      normal.map(({ kind, codes }) =>
        store.db
          .selectFrom('course')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('kind', '=', kind)
          .where('codes', '=', codes)
          .where(isCounted(filter))
          .executeTakeFirstOrThrow(),
      ),
    ),
  ]);
  return {
    variants: rows.map(({ codes, kind, count }) => ({
      kind,
      states: statesOf(codes),
      count: Number(count),
      isNormal: normal.some((each) => each.kind === kind && each.codes === codes),
    })),
    variantCount: Number(variants),
    normal: sum(normals, ({ count }) => Number(count)),
  };
}

function statesOf(codes: string): ApplicationState[] {
  return codes.split('>').map((one) => stateOfNumber(Number(one)));
}

function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
