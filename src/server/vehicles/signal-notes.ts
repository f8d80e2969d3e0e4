import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { isNoteOf, type SignalNote } from './signal-note.ts';
import type { TimeRange } from './vehicle-source.ts';

/** Rows written in one statement. */
const BATCH = 100;

/** Notes of a vehicle about a range. */
export async function notesIn(
  db: Kysely<Schema>,
  vehicleId: string,
  range: TimeRange,
): Promise<SignalNote[]> {
  const rows = await db
    .selectFrom('signal_note')
    .select(['name', 'kind', 'count', 'first_at as first', 'last_at as last'])
    .where('vehicle_id', '=', vehicleId)
    .where((is) => is.or([is('last_at', 'is', null), is('last_at', '>=', range.from)]))
    .where((is) => is.or([is('first_at', 'is', null), is('first_at', '<', range.to)]))
    .orderBy('name')
    .orderBy('first_at')
    .execute();
  return rows.filter((note) => isNoteOf(note, range));
}

/**
 * Saves what an import found. What holds of any time is stated anew by each import that states it;
 * `importSha256` null of that.
 */
export async function saveNotes(
  trx: Transaction<Schema>,
  vehicleId: string,
  importSha256: string | null,
  notes: readonly SignalNote[],
): Promise<void> {
  for (const { name, kind } of importSha256 === null ? notes : [])
    await trx
      .deleteFrom('signal_note')
      .where('vehicle_id', '=', vehicleId)
      .where('name', '=', name)
      .where('kind', '=', kind)
      .execute();
  const values = notes.map(({ name, kind, count, first, last }) => ({
    vehicle_id: vehicleId,
    name,
    kind,
    count,
    first_at: first,
    last_at: last,
    import_sha256: importSha256,
  }));
  for (let start = 0; start < values.length; start += BATCH)
    await trx
      .insertInto('signal_note')
      .values(values.slice(start, start + BATCH))
      .execute();
}
