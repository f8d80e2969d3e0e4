import { sealedRoles } from '#server/accounts/sealed-roles.ts';
import { sealedStanding } from '#server/accounts/sealed-standing.ts';
import { sealedNotes } from '#server/desk/sealed-notes.ts';
import { sealedAccess, sealedEntries } from '#server/platform/store/sealed-log.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';
import {
  sealedAuthorityNotices,
  sealedPastAuthorityNotices,
} from '#server/workflow/application/authority-notices.ts';
import { sealedApplications } from '#server/workflow/application/sealed-applications.ts';
import { sealedDisputes } from '#server/workflow/application/sealed-disputes.ts';
import { sealedBodyNotices, sealedNotices } from '#server/workflow/application/sealed-notices.ts';
import { sealedQuotes } from '#server/workflow/application/sealed-quotes.ts';
import { sealedScans } from '#server/workflow/application/sealed-scans.ts';
import { sealedHandling } from '#server/workflow/clock/sealed-handling.ts';
import { sealedDeliveries } from '#server/workflow/report/sealed-deliveries.ts';
import { sealedReports } from '#server/workflow/report/sealed-reports.ts';

/** Sealing of kinds that a release brought, told by a seal of kind `genesis` with this subject. */
export interface Beginning {
  subject: string;
  tables: readonly SealedTable[];
}

/** Everything that the chain seals, in the order in which its kinds began. */
export const beginnings: readonly [Beginning, ...Beginning[]] = [
  {
    subject: '1',
    tables: [sealedEntries, sealedAccess, sealedApplications, sealedReports, sealedNotices],
  },
  { subject: '2', tables: [sealedHandling, sealedNotes, sealedRoles] },
  { subject: '3', tables: [sealedAuthorityNotices] },
  { subject: '4', tables: [...sealedStanding, sealedScans] },
  { subject: '5', tables: [sealedDisputes] },
  { subject: '6', tables: [sealedPastAuthorityNotices] },
  { subject: '7', tables: [sealedQuotes] },
  { subject: '8', tables: [sealedBodyNotices] },
  { subject: '9', tables: [sealedDeliveries] },
];
