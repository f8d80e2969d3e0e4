import type { Kysely, Transaction } from 'kysely';
import { deleteRows, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { SignalNote, TimeRange } from './vehicle-source.ts';

export function isNoteOf(
  { kind, first, last }: SignalNote,
  { from, to }: { from: number; to: number },
): boolean {
  if (kind === 'notKept') return last === null || last > from;
  const ends = [first, last].filter((at) => at !== null);
  return ends.length === 0 || ends.some((at) => at >= from && at < to);
}

export async function notesIn(
  db: Kysely<Schema>,
  vehicleId: string,
  range: TimeRange,
): Promise<SignalNote[]> {
  const rows = await db
    .selectFrom('signal_note')
    .select(['name', 'kind', 'count', 'first_at as first', 'last_at as last'])
    .where('vehicle_id', '=', vehicleId)
    .where((eb) => eb.or([eb('last_at', 'is', null), eb('last_at', '>=', range.from)]))
    .where((eb) => eb.or([eb('first_at', 'is', null), eb('first_at', '<', range.to)]))
    .orderBy('name')
    .orderBy('first_at')
    .execute();
  return rows.filter((note) => isNoteOf(note, range));
}

/** Saves notes. Without `importSha256`, they replace notes of the same signal and kind. */
export async function saveNotes(
  trx: Transaction<Schema>,
  vehicleId: string,
  importSha256: string | null,
  notes: readonly SignalNote[],
): Promise<void> {
  for (const { name, kind } of importSha256 === null ? notes : [])
    await deleteRows(trx, 'signal_note', { vehicle_id: vehicleId, name, kind });
  const values = notes.map(({ name, kind, count, first, last }) => ({
    vehicle_id: vehicleId,
    name,
    kind,
    count,
    first_at: first,
    last_at: last,
    import_sha256: importSha256,
  }));
  await insertRows(trx, 'signal_note', values);
}
