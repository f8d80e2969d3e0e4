import { sql } from 'kysely';
import { signals } from '#contract/data-catalogue.ts';
import type { Store } from '#server/platform/store/database.ts';
import { signalColumn } from './vehicle-tables.ts';

/** Gives the telemetry a column for every signal of the catalogue that has none yet. */
export async function addSignalColumns({ db, kind }: Store): Promise<void> {
  // Another process may be starting too; the embedded database lets one in at a time.
  const add = sql.raw(kind === 'postgres' ? 'add column if not exists' : 'add column');
  await db.transaction().execute(async (trx) => {
    const tables = await trx.introspection.getTables();
    const known = tables.find(({ name }) => name === 'telemetry')?.columns ?? [];
    const lacking = signals.filter(
      ({ name }) => !known.some((column) => column.name === signalColumn(name)),
    );
    for (const { name, value } of lacking) {
      const type = sql.raw(value === 'text' ? 'text' : 'double precision');
      const column = sql.ref(signalColumn(name));
      await sql`alter table telemetry ${add} ${column} ${type}`.execute(trx);
    }
  });
}
