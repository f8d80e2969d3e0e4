import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { applicationStates } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { stateNumberOf } from './state-numbers.ts';

/** In place of a state before the filing. */
export const BEFORE_FILING = -1;
/** Outcome of an application that has not ended; an ended one's is the number of its end. */
export const OPEN = -1;

/**
 * Projects the histories of applications, of which no step is there, to their steps and traces
 * (tables `step` and `course`).
 */
export async function projectSteps(db: Kysely<Schema>, numbers: readonly string[]): Promise<void> {
  const isOne = (column: string) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`;
  await sql`insert into step
      (application_number, revision, from_code, event, to_code, waited, visit, kind, filed_at, outcome)
    select number, revision, from_code, event, to_code, waited, visit, kind, created_at, outcome
    from (
      select a.number, h.revision, ${codeIn('h.from_state', BEFORE_FILING)} as from_code, h.event,
        ${codeIn('h.to_state', BEFORE_FILING)} as to_code,
        h.at - lag(h.at) over (partition by h.application_number order by h.revision) as waited,
        row_number() over (partition by h.application_number, h.to_state order by h.revision) as visit,
        a.kind, a.created_at, ${outcomeOf('a.state')} as outcome
      from history_entry h join application a on a.number = h.application_number
      where ${isOne('a.number')}
    ) as recorded`.execute(db);
  await sql`delete from course where ${isOne('application_number')}`.execute(db);
  await sql`insert into course (application_number, codes, kind, filed_at, outcome)
    select a.number, string_agg(cast(s.to_code as text), '>' order by s.revision), a.kind, a.created_at,
      ${outcomeOf('a.state')}
    from application a join step s on s.application_number = a.number
    where ${isOne('a.number')}
    group by a.number, a.kind, a.created_at, a.state`.execute(db);
}

function codeIn(column: string, otherwise: number): RawBuilder<number> {
  const cases = applicationStates.map(
    (state) => sql`when ${sql.lit(state)} then ${sql.lit(stateNumberOf(state))}`,
  );
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`;
}

function outcomeOf(column: string): RawBuilder<number> {
  const cases = applicationStates
    .filter((state) => turnOf(state) === 'nobody')
    .map((state) => sql`when ${sql.lit(state)} then ${sql.lit(stateNumberOf(state))}`);
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(OPEN)} end`;
}
