import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ReportFormat } from '#contract/report.ts';
import { linkEnd } from '#server/applications/entitlement.ts';
import { packageContent, reportContent } from '#server/applications/files/contents.ts';
import { noticingDamage } from '#server/applications/files/damage.ts';
import { requireShared } from '#server/applications/recipients/require-shared.ts';
import { ownApplication } from '#server/applications/records.ts';
import { manifestKeys, publicPem } from '#server/platform/audit/manifest-key.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { applyReportEvent } from './report-life.ts';

/** Media types of the formats of a report. */
export const mediaTypes: Record<ReportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};
const contentOf = { xlsx: reportContent, zip: packageContent };

/** Fetching a report, and having it made again. */
export function reportRoutes(route: Route, services: Services): void {
  route(endpoints.report, async ({ applicationNumber, format }, { account }) => {
    requireShared(await ownApplication(services, account, applicationNumber));
    const report = await services.store.db
      .selectFrom('report')
      .select(['application_number', 'state', 'file_name', 'size', 'sha256'])
      .select(['package_name', 'package_size', 'package_sha256'])
      .where('application_number', '=', applicationNumber)
      .executeTakeFirst();
    const isEmpty = report?.state === 'empty' && format === 'zip';
    const stored =
      report?.state === 'delivered' || isEmpty ? contentOf[format](services, report) : null;
    if (!stored?.name) throw new ApiError(codes.reportNotReady, report && { state: report.state });
    return {
      name: `${applicationNumber}${isEmpty ? '-manifest' : ''}.${format}`,
      mediaType: mediaTypes[format],
      size: stored.size,
      sha256: stored.sha256,
      read: (part) =>
        noticingDamage(services, stored, () =>
          storageOf(services, stored.area).read(stored.name, stored, part ?? undefined),
        ),
    };
  });

  route(endpoints.reportKey, async () => {
    const [first, ...others] = manifestKeys(services.config);
    return {
      algorithm: 'Ed25519' as const,
      publicKey: publicPem(first),
      otherPublicKeys: others.map(publicPem),
    };
  });

  route(endpoints.regenerateReport, async ({ applicationNumber }, { account }) => {
    const row = await ownApplication(services, account, applicationNumber);
    requireShared(row);
    await applyReportEvent(services, applicationNumber, {
      type: 'report.regenerate',
      by: account.id,
      linkEndedAt: await linkEnd(services, { ...row, email: account.email }),
      limit: services.config.REGENERATIONS,
    });
    return null;
  });
}
