import { createReadStream } from 'node:fs';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/store/services.ts';
import { linkEnd } from '#server/reports/entitlement.ts';
import { ownApplication } from '#server/workflow/application/records.ts';
import { applyReportEvent, reportPath } from '#server/workflow/report/report-life.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Fetching a report, and having it made again. */
export function reportRoutes(route: Route, services: Services): void {
  route(endpoints.report, async ({ applicationNumber }, { account }) => {
    await ownApplication(services, account, applicationNumber);
    const report = await services.store.db
      .selectFrom('report')
      .select(['state', 'file_name', 'size'])
      .where('application_number', '=', applicationNumber)
      .executeTakeFirst();
    if (report?.state !== 'delivered' || !report.file_name || report.size === null)
      throw new ApiError(codes.reportNotReady, report ? { state: report.state } : null);
    return {
      name: `${applicationNumber}.xlsx`,
      mediaType: XLSX,
      size: report.size,
      content: createReadStream(reportPath(services, report.file_name)),
    };
  });

  route(endpoints.regenerateReport, async ({ applicationNumber }, { account }) => {
    const row = await ownApplication(services, account, applicationNumber);
    await applyReportEvent(services, applicationNumber, {
      type: 'report.regenerate',
      by: account.id,
      linkEndedAt: await linkEnd(services, { ...row, email: account.email }),
    });
    return null;
  });
}
