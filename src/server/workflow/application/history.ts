import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { enqueue } from '#server/platform/jobs/queue.ts';
import type { Schema } from '#server/platform/store/schema.ts';

export type HistoryRow = Schema['history_entry'];

/**
 * Adds one entry to an application's history, chained to the one before by its hash, and queues
 * what is projected from the history.
 */
export async function recordEntry(
  trx: Transaction<Schema>,
  entry: Omit<HistoryRow, 'hash'>,
): Promise<void> {
  const previous = await trx
    .selectFrom('history_entry')
    .select('hash')
    .where('application_number', '=', entry.application_number)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  await trx
    .insertInto('history_entry')
    .values({ ...entry, hash: entryHash(previous?.hash ?? '', entry) })
    .execute();
  await enqueue(trx, { kind: 'projection', subject: entry.application_number, runAt: entry.at });
}

/** SHA-256 over the hash before and every field of the entry that is there, in a fixed order. */
export function entryHash(previousHash: string, entry: Omit<HistoryRow, 'hash'>): string {
  const fields = [
    previousHash,
    entry.application_number,
    entry.revision,
    entry.at,
    entry.actor_id,
    entry.role,
    entry.event,
    entry.from_state,
    entry.to_state,
    entry.text,
    // Entries from before facts were kept keep their hashes.
    ...(entry.facts_json === null ? [] : [entry.facts_json]),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
