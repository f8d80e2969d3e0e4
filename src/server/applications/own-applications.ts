import type * as z from 'zod/mini';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { recordFrom } from '#contract/record-from.ts';
import { groupAndTasksOf, listGroups, lists, statesIn } from '#contract/turns.ts';
import type { history, OwnApplication } from '#contract/user-info.ts';
import type { ApplicationList } from '#machines/application.machine.ts';
import { dueDayOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';
import { withLinkEnds } from './entitlement.ts';
import { summaryOf } from './records.ts';
import { selectWithTurnFacts, turnFactsIn } from './turn-facts.ts';

/**
 * Returns a page of an account's applications in the groups of `listGroups`. The first group is
 * sorted by due date, the others newest first.
 */
export async function ownApplications(
  services: Services,
  account: Account,
  { list, page, pageSize }: z.output<typeof history.input>,
): Promise<DataOf<typeof endpoints.history>> {
  const config = await effectiveConfig(services);
  const stored = await selectWithTurnFacts(services, services.store.db)
    .where('requester_id', '=', account.id)
    .orderBy('application.created_at', 'desc')
    .orderBy('application.number')
    .execute();
  const rows = await withLinkEnds(services, account.email, stored);
  const all = rows.map((row) => ({
    ...summaryOf(row),
    ...turnFactsIn(row),
    vehicleId: row.vehicle_id,
    isRefused: row.refusal_ground !== null,
    dueDay: dueDayOf(config, row.due_at),
    reportDay: dueDayOf(config, row.report_kept_until),
    regeneration:
      row.regenerations === null
        ? null
        : { regenerations: row.regenerations, maxRegenerations: config.REGENERATIONS },
  }));
  const inList = (name: ApplicationList) => {
    const states: readonly string[] = statesIn(name);
    return all.filter(({ state }) => states.includes(state));
  };
  const items = list ? inList(list) : [...all];
  // Sorted in memory, because a function computes the groups. An account has few applications.
  const groupOf = (item: OwnApplication) => listGroups.indexOf(groupAndTasksOf(item).group);
  const dueAt = ({ answerDueAt, quoteDay }: OwnApplication) =>
    answerDueAt ?? (quoteDay === null ? Number.MAX_VALUE : Date.parse(quoteDay));
  items.sort((a, b) => groupOf(a) - groupOf(b) || dueAt(a) - dueAt(b));
  const start = (page - 1) * pageSize;
  return {
    total: items.length,
    items: items.slice(start, start + pageSize),
    counts: { all: all.length, ...recordFrom(lists, (name) => inList(name).length) },
    groups: recordFrom(
      listGroups,
      (name) => items.filter((item) => groupAndTasksOf(item).group === name).length,
    ),
  };
}
