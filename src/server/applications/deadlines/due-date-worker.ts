import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { statesWithTurn } from '#contract/turns.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { dueAtOf } from './application-clock.ts';
import { effectiveConfig } from './desk-settings.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    /** Kind of the applications, and the number of the last one that is done. */
    dueDates: ApplicationKind | `${ApplicationKind} ${string}`;
  }
}

/** Applications in one transaction: few enough that other calls hardly wait. */
const BATCH = 100;
/** Applications that are looked for at a time. */
const PAGE = 5000;
/** Time after which everything filed by the former settings is committed, ms. */
const SETTLED_AFTER = 1000;

/**
 * Schedules the due dates that follow from a service goal or holidays that changed; `before` is the
 * configuration that they were calculated with.
 */
export async function scheduleDueDates(
  services: Services,
  trx: Transaction<Schema>,
  before: EffectiveConfig,
): Promise<void> {
  const config = await effectiveConfig(services, trx);
  if (config.SERVICE_GOAL_DAYS !== before.SERVICE_GOAL_DAYS)
    await reschedule(services, trx, 'personal');
  if (config.HOLIDAYS !== before.HOLIDAYS) await reschedule(services, trx, 'public');
}

/** Replaces the pending work of an earlier change, from the first application on. */
async function reschedule(
  { now }: Services,
  trx: Transaction<Schema>,
  kind: ApplicationKind,
): Promise<void> {
  await trx
    .deleteFrom('job')
    .where('kind', '=', 'dueDates')
    .where(({ or, eb }) => or([eb('subject', '=', kind), eb('subject', 'like', `${kind} %`)]))
    .execute();
  await enqueue(trx, { kind: 'dueDates', subject: kind, runAt: now() + SETTLED_AFTER });
}

/** Recalculates the data holder’s due dates after a change of the settings, until stopped. */
export function startDueDateWorker(services: Services, onError?: (error: unknown) => void): Worker {
  return startWorker(
    services,
    'dueDates',
    (job, stopping) => recalculateDueDates(services, job, stopping),
    onError,
  );
}

/**
 * Batch by batch, in the order of numbers. The job's subject is the kind and how far it came,
 * written with each batch: what a kill interrupts goes on from there.
 */
async function recalculateDueDates(
  { store, ...services }: Services,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const [kind, from = ''] = job.subject.split(' ') as [ApplicationKind, string?];
  let page = await heldAfter(store.db, kind, from);
  while (page.length > 0) {
    for (let start = 0; start < page.length; start += BATCH) {
      stopping.throwIfAborted();
      const numbers = page.slice(start, start + BATCH);
      const isOurs = await store.transact(async (trx) => {
        const subject = `${kind} ${numbers.at(-1)}`;
        if (!(await reaches(trx, job, subject))) return false;
        await store
          .forUpdate(trx.selectFrom('application').select('number').where('number', 'in', numbers))
          .execute();
        await recalculate({ store, ...services }, trx, numbers);
        return true;
      });
      // The settings have changed again, or another process goes on with it.
      if (!isOurs) return;
      await setImmediate();
    }
    page = await heldAfter(store.db, kind, page.at(-1) ?? '');
  }
}

/** The next applications that wait for the data holder. */
async function heldAfter(
  db: Kysely<Schema>,
  kind: ApplicationKind,
  last: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('application')
    .select('number')
    .where('due_at', 'is not', null)
    .where('state', 'in', statesWithTurn('holder'))
    .where('kind', '=', kind)
    .where('number', '>', last)
    .orderBy('number')
    .limit(PAGE)
    .execute();
  return rows.map(({ number }) => number);
}

/** Notes how far a job came; answers whether it is still ours. */
async function reaches(
  trx: Transaction<Schema>,
  { id, attempts }: Job,
  subject: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ subject })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Recalculates the due dates of applications from their histories and the settings. */
async function recalculate(
  services: Services,
  trx: Transaction<Schema>,
  numbers: readonly string[],
): Promise<void> {
  const config = await effectiveConfig(services, trx);
  const now = services.now();
  const rows = await trx
    .selectFrom('application as a')
    .innerJoin('history_entry as h', 'h.application_number', 'a.number')
    .select(['a.number', 'a.kind', 'a.form_json', 'a.answer_due_at', 'a.due_at'])
    .select(['h.at', 'h.to_state as to'])
    .where('a.number', 'in', numbers)
    .orderBy('a.number')
    .orderBy('h.revision')
    .execute();
  const moved = [...Map.groupBy(rows, ({ number }) => number)].flatMap(([number, trace]) => {
    const [application] = trace as [(typeof rows)[number]];
    const dueAt = dueAtOf(config, application, trace, now);
    return dueAt === application.due_at ? [] : [{ number, dueAt }];
  });
  if (moved.length === 0) return;
  const cases = moved.map(({ number, dueAt }) => sql`when ${number} then cast(${dueAt} as bigint)`);
  await trx
    .updateTable('application')
    .set({ due_at: sql<number>`case number ${sql.join(cases, sql` `)} end` })
    .where(
      'number',
      'in',
      moved.map(({ number }) => number),
    )
    .execute();
}
