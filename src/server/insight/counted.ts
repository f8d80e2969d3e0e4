import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { OPEN } from './project-steps.ts';
import { stateNumberOf } from './state-numbers.ts';

const DAY = 86_400_000;

/** Filter of the applications counted. */
export type Filter = InputOf<typeof endpoints.chartFigures>;

/** The filter as a condition on rows of `step` or `course`. */
export function isCounted(filter: Filter): RawBuilder<SqlBool> {
  const { outcome } = filter;
  return all([
    ...filed(filter, 'filed_at'),
    outcome && sql`outcome = ${outcome === 'open' ? OPEN : stateNumberOf(outcome)}`,
  ]);
}

/** The same as a condition on rows of `application`. */
export function isCountedApplication(filter: Filter): RawBuilder<SqlBool> {
  const { outcome } = filter;
  const ended = sql.join(statesWithTurn('nobody'));
  return all([
    ...filed(filter, 'application.created_at'),
    outcome &&
      (outcome === 'open'
        ? sql`application.state not in (${ended})`
        : sql`application.state = ${outcome}`),
  ]);
}

type Condition = RawBuilder<unknown> | undefined;

function filed({ from, to, kind }: Filter, filedAt: string): Condition[] {
  return [
    from && sql`${sql.ref(filedAt)} >= ${Date.parse(from)}`,
    to && sql`${sql.ref(filedAt)} < ${Date.parse(to) + DAY}`,
    kind && sql`kind = ${kind}`,
  ].filter((condition) => condition !== '');
}

function all(conditions: readonly (Condition | '')[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '');
  return given.length ? sql<SqlBool>`${sql.join(given, sql` and `)}` : sql<SqlBool>`true`;
}
