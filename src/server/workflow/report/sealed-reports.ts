import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** Reports, by the numbers of their applications. */
export const sealedReports: SealedTable = {
  kind: 'report',
  nameOf: (number) => `${number} report`,
  ...sealedRows('report', 'application_number', [
    'state',
    'attempts',
    'regenerations',
    'kept_until',
    'reason',
    'file_name',
    'rows',
    'size',
    'sha256',
    'updated_at',
  ]),
};
