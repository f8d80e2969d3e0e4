import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type ApplicationState, applicationStates, codeOf } from '#contract/stored-application.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';

export const BEFORE_FILING = -1;
/** Outcome of an open application. The outcome of an ended one is the number of its final state. */
export const OPEN = -1;

/** Makes numbers of states with the same status code unique; greater than every code. */
const OFFSET = 100;

/** Unique numbers of the states in the tables of steps and courses, based on their status codes. */
const numbers = new Map<ApplicationState, number>();
for (const state of applicationStates) {
  const sharers = [...numbers.keys()].filter((other) => codeOf(other) === codeOf(state)).length;
  numbers.set(state, codeOf(state) + sharers * OFFSET);
}

export const stateNumberOf = (state: ApplicationState): number => numbers.get(state) as number;

const states = new Map([...numbers].map(([state, number]) => [number, state]));

export const stateOfNumber = (number: number): ApplicationState | null =>
  states.get(number) ?? null;

export type Filter = InputOf<typeof endpoints.chartFigures>;

interface Span {
  from: number;
  until: number;
}

function spanOf({ from, to }: Filter): Span {
  return {
    from: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    until: to ? Date.parse(to) + DAY : Number.POSITIVE_INFINITY,
  };
}

export function isCounted(filter: Filter): RawBuilder<SqlBool> {
  return all([isWithin(spanOf(filter)), isOfKind(filter), isOfOutcome(filter)]);
}

export function isCountedApplication(filter: Filter): RawBuilder<SqlBool> {
  const { outcome } = filter;
  const ended = sql.join(statesWithTurn('nobody'));
  return all([
    isWithin(spanOf(filter), 'application.created_at'),
    isOfKind(filter),
    outcome &&
      (outcome === 'open'
        ? sql`application.state not in (${ended})`
        : sql`application.state = ${outcome}`),
  ]);
}

type Condition = RawBuilder<unknown> | false | '' | undefined;

function isWithin({ from, until }: Span, filedAt = 'filed_at'): RawBuilder<SqlBool> {
  return all([
    Number.isFinite(from) && sql`${sql.ref(filedAt)} >= ${from}`,
    Number.isFinite(until) && sql`${sql.ref(filedAt)} < ${until}`,
  ]);
}

const isOfKind = ({ kind }: Filter): Condition => kind && sql`kind = ${kind}`;

const isOfOutcome = ({ outcome }: Filter): Condition =>
  outcome && sql`outcome = ${outcome === 'open' ? OPEN : stateNumberOf(outcome)}`;

function all(conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const set = conditions.filter((condition) => typeof condition === 'object');
  return set.length ? sql<SqlBool>`${sql.join(set, sql` and `)}` : sql<SqlBool>`true`;
}
