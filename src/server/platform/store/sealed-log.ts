import { accessActions } from '#contract/audit.ts';
import { amongAccess, entryContent, type SealedKindOfEntry } from './audit-log.ts';
import type { SealedTable } from './sealed-table.ts';

/** Entries of the log by their numbers, those about who comes in and all others. */
function entriesOf(kind: SealedKindOfEntry): SealedTable {
  const isOfKind = amongAccess[kind];
  return {
    kind,
    nameOf: (seq) => `audit ${seq}`,

    async keysAfter(db, last, limit) {
      const rows = await db
        .selectFrom('audit_entry')
        .select('seq')
        .where('action', isOfKind, accessActions)
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
        .where('action', isOfKind, accessActions)
        .where('seq', 'in', seqs.map(Number))
        .execute();
      return new Map(rows.map((row) => [String(row.seq), entryContent(row)]));
    },
  };
}

export const sealedEntries = entriesOf('entry');
export const sealedAccess = entriesOf('access');
