import { sql } from 'kysely';
import { settledReports, statesIn, statesOfGroup } from '#contract/turns.ts';
import type { OwnApplication } from '#contract/user-info.ts';
import type { ApplicationList } from '#machines/application.machine.ts';
import { dueDayOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';
import { selectSummaries, summaryOf } from './records.ts';

interface Page {
  list: ApplicationList | undefined;
  page: number;
  pageSize: number;
}

/**
 * Returns a page of an account's applications in the groups of `listGroups`. The first group is
 * sorted by due date, the others newest first.
 */
export async function ownApplications(
  services: Services,
  account: Account,
  { list, page, pageSize }: Page,
): Promise<{ total: number; items: OwnApplication[] }> {
  const own = selectSummaries(services.store.db)
    .where('requester_id', '=', account.id)
    .$if(list !== undefined, (query) =>
      query.where('application.state', 'in', list ? statesIn(list) : []),
    );
  const { total } = await own
    .clearSelect()
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .select(['report.kept_until as report_kept_until', 'report.regenerations'])
    .orderBy((eb) =>
      eb
        .case()
        .when('application.state', 'in', statesOfGroup('needsYou'))
        .then(sql.lit(0))
        .when('application.state', 'in', statesOfGroup('underWay'))
        .then(sql.lit(1))
        .when('application.state', 'in', statesOfGroup('ended'))
        .then(sql.lit(2))
        .when('report.state', '=', 'delivered')
        .then(sql.lit(0))
        .when('report.state', 'in', settledReports)
        .then(sql.lit(2))
        .else(sql.lit(1))
        .end(),
    )
    // `answer_due_at` is set only while the requester must act.
    .orderBy('answer_due_at', (by) => by.asc().nullsLast())
    .orderBy('created_at', 'desc')
    .orderBy('number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const config = await effectiveConfig(services);
  return {
    total: Number(total),
    items: rows.map((row) => ({
      ...summaryOf(row),
      vehicleId: row.vehicle_id,
      dueDay: dueDayOf(config, row.due_at),
      reportDay: dueDayOf(config, row.report_kept_until),
      regeneration:
        row.regenerations === null
          ? null
          : { regenerations: row.regenerations, maxRegenerations: config.REGENERATIONS },
    })),
  };
}
