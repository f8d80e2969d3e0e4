import type { SealedTable } from '#server/platform/store/sealed-table.ts';

const sealed = [
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
] as const;

/** Reports, by the numbers of their applications. */
export const sealedReports: SealedTable = {
  kind: 'report',
  nameOf: (number) => `${number} report`,

  async keysAfter(db, last, limit) {
    const rows = await db
      .selectFrom('report')
      .select('application_number as number')
      .$if(last !== null, (query) => query.where('application_number', '>', last))
      .orderBy('application_number')
      .limit(limit)
      .execute();
    return rows.map(({ number }) => number);
  },

  async read(db, numbers) {
    const rows = await db
      .selectFrom('report')
      .select('application_number as number')
      .select(sealed)
      .where('application_number', 'in', numbers)
      .execute();
    return new Map(rows.map(({ number, ...row }) => [number, sealed.map((column) => row[column])]));
  },
};
