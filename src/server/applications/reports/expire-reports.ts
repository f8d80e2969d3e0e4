import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { applyReportEvent } from './report-life.ts';

const BATCH = 100;

/**
 * Lets the reports expire whose time is over, and deletes their files. Answers how many. One that
 * fails does not keep the others: `onError` hears of it. None expires while a complaint or dispute
 * about its application is open.
 */
export async function expireReports(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<number> {
  const at = services.now();
  const due = await services.store.db
    .selectFrom('report')
    .select('application_number')
    .where('state', '=', 'delivered')
    .where('kept_until', '<=', at)
    .where('application_number', 'not in', (query) =>
      query.selectFrom('dispute').select('application_number').where('ended_at', 'is', null),
    )
    .limit(BATCH)
    .execute();
  let expired = 0;
  for (const { application_number: number } of due) {
    try {
      await applyReportEvent(services, number, { type: 'retention.passed', at });
      expired++;
    } catch (error) {
      // Asked for again in the meantime, or another process was first.
      if (!(error instanceof ApiError)) onError(error);
    }
  }
  return expired;
}
