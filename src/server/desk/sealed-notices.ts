import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** Notices of erasure at public-sector bodies, by the numbers of their applications. */
export const sealedNotices: SealedTable = {
  kind: 'notice',
  nameOf: (number) => `${number} notice`,
  ...sealedRows('erasure_notice', 'application_number', ['at', 'recorded_by', 'erased_on', 'text']),
};
