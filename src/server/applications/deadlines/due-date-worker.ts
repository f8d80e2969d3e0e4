import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { statesWithTurn } from '#contract/turns.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import type { Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { dueAtOf } from './clock.ts';
import { effectiveConfig } from './desk-settings.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    /** Kind of the applications, followed by the number of the last one that was recalculated. */
    dueDates: ApplicationKind | `${ApplicationKind} ${string}`;
  }
}

const BATCH = 100;
/** Delay in ms after which transactions that used the previous settings have been committed. */
const SETTLED_AFTER = 1000;

export async function scheduleDueDates(
  services: Services,
  trx: Transaction<Schema>,
  before: EffectiveConfig,
): Promise<void> {
  const config = await effectiveConfig(services, trx);
  const changed: Record<ApplicationKind, boolean> = {
    personal: config.SERVICE_GOAL_DAYS !== before.SERVICE_GOAL_DAYS,
    public: config.HOLIDAYS !== before.HOLIDAYS,
  };
  for (const kind of ['personal', 'public'] as const) {
    if (!changed[kind]) continue;
    await trx
      .deleteFrom('job')
      .where('kind', '=', 'dueDates')
      .where(({ or, eb }) => or([eb('subject', '=', kind), eb('subject', 'like', `${kind} %`)]))
      .execute();
    await enqueue(trx, { kind: 'dueDates', subject: kind, runAt: services.now() + SETTLED_AFTER });
  }
}

export function startDueDateWorker(services: Services, onError?: OnError): Worker {
  return startWorker(
    services,
    'dueDates',
    (job, stopping) => recalculateDueDates(services, job, stopping),
    onError,
  );
}

/**
 * Recalculates in batches, ordered by application number. Each batch saves its last number in the
 * job's subject, so that the job resumes there after a crash.
 */
async function recalculateDueDates(
  { store, ...services }: Services,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const [kind, from = ''] = job.subject.split(' ') as [ApplicationKind, string?];
  let numbers = await selectBatch(store.db, kind, from);
  while (numbers.length > 0) {
    stopping.throwIfAborted();
    const last = numbers.at(-1) ?? '';
    const isOurs = await store.transact(async (trx) => {
      const { id, attempts } = job;
      const progress = { subject: `${kind} ${last}` };
      if ((await updateRows(trx, 'job', { id, attempts }, progress)) === 0) return false;
      await store
        .forUpdate(trx.selectFrom('application').select('number').where('number', 'in', numbers))
        .execute();
      await recalculate({ store, ...services }, trx, numbers);
      return true;
    });
    if (!isOurs) return;
    await setImmediate();
    numbers = await selectBatch(store.db, kind, last);
  }
}

async function selectBatch(
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
    .limit(BATCH)
    .execute();
  return rows.map(({ number }) => number);
}

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
    .select(['h.at', 'h.to_state as to', 'h.event'])
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
  const movedNumbers = moved.map(({ number }) => number);
  const loaded = trx.selectFrom('application').selectAll().where('number', 'in', movedNumbers);
  await services.store.forUpdate(loaded.orderBy('number')).execute();
  const cases = moved.map(({ number, dueAt }) => sql`when ${number} then cast(${dueAt} as bigint)`);
  await trx
    .updateTable('application')
    .set({ due_at: sql<number>`case number ${sql.join(cases, sql` `)} end` })
    .where('number', 'in', movedNumbers)
    .execute();
}
