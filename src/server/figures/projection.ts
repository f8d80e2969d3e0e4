import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { turnOf } from '#contract/turns.ts';
import { replay } from '#forms/replay.ts';
import { isUndone } from '#server/applications/history.ts';
import { BEFORE_FILING, OPEN, stateNumberOf } from '#server/figures/state-numbers.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';

/** Maximum number of applications per transaction, low so that other calls hardly wait. */
const BATCH = 50;
const PAGE = 2000;

const machines = new URL('../../../machines/', import.meta.url);
let digest: string | undefined;

/**
 * Returns a digest of the sources of the machines and of this file. When it changes, all histories
 * are projected and replayed again.
 */
export function projectionDigest(): string {
  digest ??= [
    ...globSync('*.ts', { cwd: machines })
      .sort()
      .map((name) => new URL(name, machines)),
    new URL(import.meta.url),
  ]
    .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);
  return digest;
}

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    projection: string;
  }
}

export function startProjectionWorker(services: Services, onError?: OnError): Worker {
  const rebuild = ({ subject }: { subject: string }) => rebuildLocked(services, [subject]);
  return startWorker(services, 'projection', rebuild, onError);
}

async function rebuildProjection(
  trx: Transaction<Schema>,
  numbers: readonly string[],
): Promise<void> {
  await projectSteps(trx, numbers);
  await trx.deleteFrom('deviation').where('application_number', 'in', numbers).execute();
  const rows = await trx
    .selectFrom('application as a')
    .innerJoin('history_entry as h', 'h.application_number', 'a.number')
    .select(['a.number', 'a.kind', 'a.requester_id', 'a.form_json'])
    .select(['a.state', 'a.revision as reached'])
    .select(['h.revision', 'h.at', 'h.actor_id', 'h.role', 'h.event'])
    .select(['h.from_state', 'h.to_state', 'h.facts_json'])
    .where('a.number', 'in', numbers)
    .orderBy('a.number')
    .orderBy('h.revision')
    .execute();
  const histories = [...Map.groupBy(rows, ({ number }) => number).values()];
  const deviations = histories.flatMap((history) => {
    const [{ number, reached, ...subject }] = history as [(typeof rows)[number]];
    const isThirdPartys = { isForThirdParty: isForThirdParty(subject) };
    const found = replay({ ...subject, ...isThirdPartys, revision: reached }, history);
    return found.map(({ entry, reason, guard }): Schema['deviation'] => {
      const { revision, role, event, from_state, to_state } = entry;
      const observed = { revision, role, event, from_state, to_state };
      return { application_number: number, kind: subject.kind, ...observed, reason, guard };
    });
  });
  await insertRows(trx, 'deviation', deviations);
  await trx
    .updateTable('course')
    .set({ replayed_by: projectionDigest() })
    .where('application_number', 'in', numbers)
    .execute();
}

/**
 * Rebuilds projections that are missing or have another digest. Yields to the event loop between
 * batches. An interrupted run continues at the next start.
 */
export async function rebuildOutdatedProjections(
  services: Services,
  signal?: AbortSignal,
): Promise<{ applications: number }> {
  let applications = 0;
  for (let outdated = await outdatedAfter(services, ''); outdated.length > 0; ) {
    for (let start = 0; start < outdated.length; start += BATCH) {
      if (signal?.aborted) return { applications };
      const numbers = outdated.slice(start, start + BATCH);
      await rebuildLocked(services, numbers);
      applications += numbers.length;
      await setImmediate();
    }
    outdated = await outdatedAfter(services, outdated.at(-1) ?? '');
  }
  return { applications };
}

/** Returns the next outdated applications. Scans all, so it is not called per batch. */
async function outdatedAfter({ store }: Services, last: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('application')
    .leftJoin('course', 'course.application_number', 'application.number')
    .select('application.number')
    .where('application.number', '>', last)
    .where(({ or, eb }) =>
      or([
        eb('course.replayed_by', 'is', null),
        eb('course.replayed_by', '!=', projectionDigest()),
      ]),
    )
    .orderBy('application.number')
    .limit(PAGE)
    .execute();
  return rows.map(({ number }) => number);
}

export async function rebuildLocked(
  { store }: Services,
  numbers: readonly string[],
): Promise<void> {
  await store.transact(async (trx) => {
    await store
      .forUpdate(trx.selectFrom('application').select('number').where('number', 'in', numbers))
      .execute();
    await trx.deleteFrom('step').where('application_number', 'in', numbers).execute();
    await rebuildProjection(trx, numbers);
  });
}

/**
 * Fills `step`, which must have no rows of the applications yet, and `course`. Events that stay in
 * their state, such as `link.ended`, are no steps.
 */
async function projectSteps(db: Kysely<Schema>, numbers: readonly string[]): Promise<void> {
  const isOne = (column: string) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`;
  await sql`insert into step
      (application_number, revision, from_code, event, to_code, at, waited, visit, kind, filed_at, outcome)
    select number, revision, from_code, event, to_code, at, waited, visit, kind, created_at, outcome
    from (
      select a.number, h.revision, ${codeIn('h.from_state', BEFORE_FILING)} as from_code, h.event,
        ${codeIn('h.to_state', BEFORE_FILING)} as to_code, h.at,
        h.at - lag(h.at) over (partition by h.application_number order by h.revision) as waited,
        row_number() over (partition by h.application_number, h.to_state order by h.revision) as visit,
        a.kind, a.created_at, ${outcomeOf('a.state')} as outcome
      from history_entry h join application a on a.number = h.application_number
      where ${isOne('a.number')} and (h.from_state is null or h.from_state <> h.to_state)
        and not ${isUndone('h')}
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
  return numbersOf(column, applicationStates, otherwise);
}

function outcomeOf(column: string): RawBuilder<number> {
  const ends = applicationStates.filter((state) => turnOf(state) === 'nobody');
  return numbersOf(column, ends, OPEN);
}

/** Written as text, because Kysely visits each value whenever it compiles the statement. */
function numbersOf(column: string, states: readonly ApplicationState[], otherwise: number) {
  const cases = states.map((state) => `when '${state}' then ${stateNumberOf(state)}`);
  return sql.raw<number>(`case ${column} ${cases.join(' ')} else ${otherwise} end`);
}
