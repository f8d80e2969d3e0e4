import { type SqlBool, sql } from 'kysely';
import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

const rows = sealedRows('report', 'application_number', [
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
]);

const packages = sealedRows(
  'report',
  'application_number',
  ['package_name', 'package_size', 'package_sha256'],
  sql<SqlBool>`package_name is not null`,
);

/** Reports, by the numbers of their applications. What was sealed before packages had none. */
export const sealedReports: SealedTable = {
  kind: 'report',
  nameOf: (number) => `${number} report`,
  keysAfter: rows.keysAfter,
  async read(db, keys) {
    const [all, packed] = await Promise.all([rows.read(db, keys), packages.read(db, keys)]);
    return new Map([...all].map(([key, values]) => [key, [...values, ...(packed.get(key) ?? [])]]));
  },
};
