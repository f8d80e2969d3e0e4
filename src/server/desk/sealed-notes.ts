import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** Notes of staff, by their ids. */
export const sealedNotes: SealedTable = {
  kind: 'note',
  nameOf: (id) => `note ${id}`,
  ...sealedRows('note', 'id', ['application_number', 'author_id', 'at', 'text']),
};
