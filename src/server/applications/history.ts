import type { Transaction } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';

export type HistoryRow = Schema['history_entry'];

/** Adds one entry to an application's history, and queues what is projected from the history. */
export async function recordEntry(trx: Transaction<Schema>, entry: HistoryRow): Promise<void> {
  await trx.insertInto('history_entry').values(entry).execute();
  await enqueue(trx, { kind: 'projection', subject: entry.application_number, runAt: entry.at });
}
