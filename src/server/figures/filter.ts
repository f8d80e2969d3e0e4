import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { OPEN, stateNumberOf } from '#server/figures/state-numbers.ts';

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
