import type { SealedTable } from '#server/platform/store/sealed-table.ts';

const sealed = ['at', 'recorded_by', 'erased_on', 'text'] as const;

/** Notices of erasure at public-sector bodies, by the numbers of their applications. */
export const sealedNotices: SealedTable = {
  kind: 'notice',
  nameOf: (number) => `${number} notice`,

  async keysAfter(db, last, limit) {
    const rows = await db
      .selectFrom('erasure_notice')
      .select('application_number as number')
      .$if(last !== null, (query) => query.where('application_number', '>', last))
      .orderBy('application_number')
      .limit(limit)
      .execute();
    return rows.map(({ number }) => number);
  },

  async read(db, numbers) {
    const rows = await db
      .selectFrom('erasure_notice')
      .select('application_number as number')
      .select(sealed)
      .where('application_number', 'in', numbers)
      .execute();
    return new Map(rows.map(({ number, ...row }) => [number, sealed.map((column) => row[column])]));
  },
};
