import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { TREND_MONTHS } from '#contract/figures.ts';
import {
  type ApplicationState,
  applicationStates,
  hasTag,
  statesWith,
} from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { graph, isStep, pathTo, sourcesOf } from '#forms/application-graph.ts';
import type { GraphTransition } from '#lib/statechart/graph/graph.ts';
import { countPresent, type StateCount, waitingOf } from '#server/figures/counts.ts';
import { stateNumberOf, stateOfNumber } from '#server/figures/state-numbers.ts';
import type { Services } from '#server/platform/database/services.ts';
import {
  bucketIndex,
  type CourseCount,
  countCourses,
  countSteps,
  type StepCount,
  sum,
} from './counts.ts';
import { type Filter, isCounted, isCountedApplication } from './filter.ts';

type Figures = DataOf<typeof endpoints.chartFigures>;

export async function figures(services: Services, filter: Filter): Promise<Figures> {
  const courses = await countCourses(services, filter);
  const [steps, present] = await Promise.all([
    countSteps(services, filter),
    countPresent(services, filter, courses),
  ]);
  const [states, transitions, months] = await Promise.all([
    Promise.all(
      applicationStates.map((state) => stateFigures(services, filter, state, steps, present)),
    ),
    Promise.all(distinctSteps().map((each) => transitionFigures(services, filter, each, steps))),
    trend(services, filter),
  ]);
  return {
    total: sum(present, ({ count }) => count),
    open: sum(present, ({ state, count }) => (turnOf(state) === 'nobody' ? 0 : count)),
    suspended: sum(present, ({ state, count }) => (hasTag(state, 'suspended') ? count : 0)),
    states,
    transitions,
    trend: months,
    waiting: waitingOf(steps, present),
    ...variantsOf(courses),
  };
}

function distinctSteps(): GraphTransition[] {
  const groups = Map.groupBy(graph.transitions.filter(isStep), ({ source, event, targets }) =>
    [source, event, ...targets].join(' '),
  );
  return [...groups.values()].flatMap((alike) => alike.slice(0, 1));
}

async function stateFigures(
  services: Services,
  filter: Filter,
  state: ApplicationState,
  steps: readonly StepCount[],
  present: readonly StateCount[],
): Promise<Figures['states'][number]> {
  const code = stateNumberOf(state);
  const { count: now = 0, overdue = 0 } = present.find((row) => row.state === state) ?? {};
  const stays = steps.filter(({ from }) => from === code);
  const left = sum(stays, ({ count }) => count);
  const leaving = sql<SqlBool>`from_code = ${code}`;
  const [median, p90, since] = await Promise.all([
    quantile(services, filter, leaving, left, 0.5),
    quantile(services, filter, leaving, left, 0.9),
    hasTag(state, 'ended') ? null : medianSince(services, filter, state, now),
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
    repeats: sum(taken, ({ again }) => again),
    median: await quantile(services, filter, isTaken, count, 0.5),
  };
}

async function quantile(
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
    .where('waited', 'is not', null)
    .where(isCounted(filter))
    .orderBy('waited')
    .limit(1)
    .offset(Math.ceil(count * share) - 1)
    .executeTakeFirst();
  return row?.waited ?? null;
}

async function medianSince(
  { store }: Services,
  filter: Filter,
  state: ApplicationState,
  count: number,
): Promise<number | null> {
  if (count === 0) return null;
  const row = await store.db
    .selectFrom('application')
    .select(
      sql<number>`created_at + coalesce((select sum(waited) from step
        where step.application_number = application.number), 0)`.as('since'),
    )
    .where('application.state', '=', state)
    .where(isCountedApplication(filter))
    .orderBy('since', 'desc')
    .limit(1)
    .offset(Math.ceil(count / 2) - 1)
    .executeTakeFirst();
  return row?.since ?? null;
}

const VARIANTS = 20;

function variantsOf(courses: readonly CourseCount[]) {
  const variants = [...Map.groupBy(courses, ({ codes, kind }) => `${codes} ${kind}`).values()]
    .flatMap((group) => {
      const [{ codes, kind }] = group as [CourseCount];
      const states = statesOf(codes);
      if (states === null) return [];
      const count = sum(group, (each) => each.count);
      return { kind, codes, states, count, isNormal: codes === normalCodes(kind) };
    })
    .sort((a, b) => b.count - a.count || (a.codes < b.codes ? -1 : 1));
  return {
    variants: variants.slice(0, VARIANTS).map(({ codes: _, ...variant }) => variant),
    variantCount: variants.length,
    normal: sum(variants, ({ isNormal, count }) => (isNormal ? count : 0)),
  };
}

const normalCodes = (kind: CourseCount['kind']) =>
  pathTo('approved', kind)
    .map(({ state }) => stateNumberOf(state))
    .join('>');

function statesOf(codes: string): ApplicationState[] | null {
  const states = codes.split('>').map((code) => stateOfNumber(Number(code)));
  return states.every((state) => state !== null) ? states : null;
}

async function trend({ store, now }: Services, filter: Filter): Promise<Figures['trend']> {
  const today = new Date(now());
  const months = Array.from({ length: TREND_MONTHS }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + index - TREND_MONTHS),
  );
  const states = statesWith('holdersTurn');
  const { rows } = await sql<{ state: number; month: number; waited: number }>`
    select state, month, waited from (
      select state, month, waited, count(*) over (partition by state, month) as count,
        row_number() over (partition by state, month order by waited) as place
      from (
        select from_code as state, ${bucketIndex(sql`at`, months)} as month, waited from step
        where from_code in (${sql.join(states.map(stateNumberOf))}) and at >= ${months[0]}
          and ${isCounted(filter)}
      ) as stays
    ) as ranked where place = (count + 1) / 2`.execute(store.db);
  return states.map((state) => ({
    state,
    months: months.map((start, index) => {
      const row = rows.find((each) => each.state === stateNumberOf(state) && each.month === index);
      return {
        month: new Date(start).toISOString().slice(0, 'YYYY-MM'.length),
        median: row?.waited ?? null,
      };
    }),
  }));
}
