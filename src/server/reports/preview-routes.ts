import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { storedPreviews } from '#contract/report-preview.ts';
import { ownApplication, rejectUnlessShared } from '#server/applications/application-row.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { withheldReasons, withheldWords } from './manifest-content.ts';

export function previewRoutes(route: Route, services: Services): void {
  route(endpoints.reportPreview, async ({ applicationNumber }, { account, language }) => {
    rejectUnlessShared(await ownApplication(services, account, applicationNumber));
    const report = await findRow(services.store.db, 'report', {
      application_number: applicationNumber,
    });
    if (report?.state !== 'delivered')
      throw new ApiError(codes.reportNotReady, report && { state: report.state });
    if (report.preview_json === null) return null;
    const translate = wordsOf(language);
    const { types, ...preview } = storedPreviews.read(report.preview_json);
    const reasonOf = (absence: string | null) => {
      const reason = withheldReasons.find((each) => each === absence);
      return reason ? translate(withheldWords[reason]) : null;
    };
    return {
      ...preview,
      types: types.map(({ absence, gaps = [], ...type }) => ({
        ...type,
        reason: reasonOf(absence),
        gaps: gaps.map(({ absence, ...gap }) => ({ ...gap, reason: reasonOf(absence) })),
      })),
    };
  });
}
