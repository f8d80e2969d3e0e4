import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { PASSWORD_MAILS_PER_HOUR } from '#contract/limits.ts';
import type { ReportFormat } from '#contract/report.ts';
import { REPORT_PASSWORD, unseal } from '#server/accounts/sign-in/secrets.ts';
import {
  changeOwn,
  confirmedContact,
  lockApplication,
  ownApplication,
  rejectUnlessShared,
} from '#server/applications/application-row.ts';
import { readLink } from '#server/applications/entitlement.ts';
import { contentOf, readContent } from '#server/applications/files/stored-contents.ts';
import { mailPassword } from '#server/applications/mails/requester-mail.ts';
import { manifestKeys, publicPem } from '#server/platform/audit/manifest-key.ts';
import { findRow, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Route } from '#server/platform/http/route.ts';
import { applyReportEvent } from './report-life.ts';
import { reportReady } from './report-mails.ts';

export const mediaTypes: Record<ReportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/**
 * Records the first download of a report before its content is read, because an approval cannot be
 * withdrawn afterwards.
 * @throws {ApiError} `reportNotReady` if it was withdrawn in the meantime
 */
async function recordDownload(services: Services, number: string, name: string) {
  const { store, now } = services;
  await store.transact(async (trx) => {
    rejectUnlessShared(await lockApplication({ services, trx }, number));
    const key = { application_number: number };
    const report = await lockRow(store, trx, 'report', key);
    if (!report || (report.file_name !== name && report.package_name !== name))
      throw new ApiError(codes.reportNotReady, null);
    if (report.fetched_at === null) await updateRows(trx, 'report', key, { fetched_at: now() });
  });
}

export function reportRoutes(route: Route, services: Services): void {
  const rateLimiter = new RateLimiter(services);

  route(endpoints.report, async ({ applicationNumber, format }, { account }) => {
    rejectUnlessShared(await ownApplication(services, account, applicationNumber));
    const report = await findRow(services.store.db, 'report', {
      application_number: applicationNumber,
    });
    const isEmpty = report?.state === 'empty' && format === 'zip';
    const kind = format === 'xlsx' ? 'report' : 'report_package';
    const stored =
      report?.state === 'delivered' || isEmpty ? contentOf(services, kind, report) : null;
    if (!stored?.name) throw new ApiError(codes.reportNotReady, report && { state: report.state });
    return {
      name: `${applicationNumber}${isEmpty ? '-manifest' : ''}.${format}`,
      mediaType: mediaTypes[format],
      size: stored.size,
      sha256: stored.sha256,
      async read(part) {
        if (report?.fetched_at === null)
          await recordDownload(services, applicationNumber, stored.name);
        return readContent(services, stored, part);
      },
    };
  });

  route(endpoints.resendPassword, ({ applicationNumber }, { account }) =>
    changeOwn(services, account, applicationNumber, async (scope, row) => {
      rejectUnlessShared(row);
      const { config, store } = services;
      const report = await lockRow(store, scope.trx, 'report', {
        application_number: applicationNumber,
      });
      const password = report?.password && unseal(config, report.password, REPORT_PASSWORD);
      if (report?.state !== 'delivered' || !password)
        throw new ApiError(codes.notAllowedNow, { state: row.state });
      await rateLimiter.consume(scope.trx, [
        {
          kind: 'passwordMailsOfReport',
          subject: applicationNumber,
          count: PASSWORD_MAILS_PER_HOUR,
        },
      ]);
      await mailPassword(scope, applicationNumber, reportReady, {
        password: password.toString(),
        keptUntil: report.kept_until ?? 0,
        timeZone: config.TIME_ZONE,
      });
      const key = { application_number: applicationNumber };
      await updateRows(scope.trx, 'report', key, { password_mailed_at: services.now() });
      return { email: confirmedContact(row, account.email) ?? account.email };
    }),
  );

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
    rejectUnlessShared(row);
    const { linkEndedAt } = await readLink(services, { ...row, email: account.email });
    await applyReportEvent(services, applicationNumber, {
      type: 'report.regenerate',
      by: account.id,
      linkEndedAt,
      limit: services.config.REGENERATIONS,
    });
  });
}
