import { sealedNotices } from '#server/desk/sealed-notices.ts';
import { sealedAccess, sealedEntries } from '#server/platform/store/sealed-log.ts';
import { sealedApplications } from '#server/workflow/application/sealed-applications.ts';
import { sealedReports } from '#server/workflow/report/sealed-reports.ts';

/** Everything that the chain seals. */
export const sealedTables = [
  sealedEntries,
  sealedAccess,
  sealedApplications,
  sealedReports,
  sealedNotices,
];
