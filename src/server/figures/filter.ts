import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { OPEN, stateNumberOf } from '#server/figures/state-numbers.ts';

export type Filter = InputOf<typeof endpoints.chartFigures>;

export function isCounted(filter: Filter): RawBuilder<SqlBool> {
  return all([isFiledWithin(filter), isOfKind(filter), isOfOutcome(filter)]);
}

export function isCountedApplication(filter: Filter): RawBuilder<SqlBool> {
  const { outcome } = filter;
  const ended = sql.join(statesWithTurn('nobody'));
  return all([
    isFiledWithin(filter, 'application.created_at'),
    isOfKind(filter),
    outcome &&
      (outcome === 'open'
        ? sql`application.state not in (${ended})`
        : sql`application.state = ${outcome}`),
  ]);
}

type Condition = RawBuilder<unknown> | false | '' | undefined;

function isFiledWithin({ from, to }: Filter, filedAt = 'filed_at'): RawBuilder<SqlBool> {
  return all([
    from && sql`${sql.ref(filedAt)} >= ${Date.parse(from)}`,
    to && sql`${sql.ref(filedAt)} < ${Date.parse(to) + DAY}`,
  ]);
}

const isOfKind = ({ kind }: Filter): Condition => kind && sql`kind = ${kind}`;

const isOfOutcome = ({ outcome }: Filter): Condition =>
  outcome && sql`outcome = ${outcome === 'open' ? OPEN : stateNumberOf(outcome)}`;

function all(conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const set = conditions.filter((condition) => typeof condition === 'object');
  return set.length ? sql<SqlBool>`${sql.join(set, sql` and `)}` : sql<SqlBool>`true`;
}
