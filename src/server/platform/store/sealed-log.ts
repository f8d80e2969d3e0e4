import { sealedEntry } from './audit-log.ts';
import type { SealedTable } from './sealed-table.ts';

/** Entries of the log, by their numbers. */
export const sealedEntries: SealedTable = {
  kind: 'entry',
  nameOf: (seq) => `audit ${seq}`,

  async keysAfter(db, last, limit) {
    const rows = await db
      .selectFrom('audit_entry')
      .select('seq')
      .$if(last !== null, (query) => query.where('seq', '>', Number(last)))
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq }) => String(seq));
  },

  async read(db, seqs) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', 'in', seqs.map(Number))
      .execute();
    return new Map(rows.map((row) => [String(row.seq), sealedEntry(row).content ?? []]));
  },
};
