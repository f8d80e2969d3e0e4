import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { OPEN } from './projection.ts';
import { stateNumberOf } from './state-numbers.ts';

const DAY = 86_400_000;

/** Filter of the applications counted. */
export type Filter = InputOf<typeof endpoints.chartFigures>;

/** Instants of filing that a filter names: the first, and the one after the last, ms since the epoch. */
export interface Span {
  from: number;
  until: number;
}

export function spanOf({ from, to }: Filter): Span {
  return {
    from: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    until: to ? Date.parse(to) + DAY : Number.POSITIVE_INFINITY,
  };
}

/** The filter as a condition on rows of `step` or `course`. */
export function isCounted(filter: Filter): RawBuilder<SqlBool> {
  return all([isWithin(spanOf(filter)), isOfKind(filter), isOfOutcome(filter)]);
}

/** The same as a condition on rows of `application`. */
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

/** The span as a condition on the column of the filing. */
export function isWithin({ from, until }: Span, filedAt = 'filed_at'): RawBuilder<SqlBool> {
  return all([
    Number.isFinite(from) && sql`${sql.ref(filedAt)} >= ${from}`,
    Number.isFinite(until) && sql`${sql.ref(filedAt)} < ${until}`,
  ]);
}

export const isOfKind = ({ kind }: Filter): Condition => kind && sql`kind = ${kind}`;

/** The outcome as a condition on rows of `step`, `course` or their tallies. */
export const isOfOutcome = ({ outcome }: Filter): Condition =>
  outcome && sql`outcome = ${outcome === 'open' ? OPEN : stateNumberOf(outcome)}`;

/** Tests of all conditions that are given. */
export function all(conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => typeof condition === 'object');
  return given.length ? sql<SqlBool>`${sql.join(given, sql` and `)}` : sql<SqlBool>`true`;
}
