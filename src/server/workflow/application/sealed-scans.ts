import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** What inspection and scanner found in a file, by its id: bound to its bytes by their digest. */
export const sealedScans: SealedTable = {
  kind: 'scan',
  nameOf: (id) => `scan of file ${id}`,
  ...sealedRows('stored_file', 'id', ['sha256', 'marks_json', 'scan']),
};
