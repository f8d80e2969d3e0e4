import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import {
  type Ended,
  type LoggedStep,
  measuredModel,
} from '#applications/what-if/measured-model.ts';
import { calibrated, simulate } from '#applications/what-if/simulate.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_SIMULATED } from '#contract/simulation-limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { Course, chartWhatIf } from '#contract/what-if.ts';
import type { Services } from '#server/platform/store/services.ts';
import { isCounted } from './counted.ts';

const DAY = 86_400_000;

/** Simulates the applications that a filter names, as they went and as they might with other means. */
export async function whatIf(
  services: Services,
  { staff, answerDays, seed, ...filter }: z.output<typeof chartWhatIf.input>,
): Promise<DataOf<typeof endpoints.chartWhatIf>> {
  const model = measuredModel(await loggedSteps(services, filter));
  const pause = () => setImmediate();
  const effort = model.staff === 0 ? 1 : await calibrated(model, seed, pause);
  const run = async (reviewers: number, limit: number | null) => {
    await pause();
    const assumed = { staff: Math.max(1, reviewers), limit, effort, seed };
    return courseOf(simulate(model, assumed).ended);
  };
  const limit = answerDays === undefined ? null : answerDays * DAY;
  return {
    applications: model.filings.length,
    staff: model.staff,
    measured: courseOf(model.ended),
    today: await run(model.staff, null),
    whatIf: await run(staff ?? model.staff, limit),
  };
}

/** Steps of the applications that were filed last, in the order of time. */
async function loggedSteps(
  { store: { db } }: Services,
  filter: Parameters<typeof isCounted>[0],
): Promise<LoggedStep[]> {
  const latest = db
    .selectFrom('course')
    .select(['application_number as number', 'kind'])
    .where(isCounted(filter))
    .orderBy('filed_at', 'desc')
    .orderBy('application_number')
    .limit(MAX_SIMULATED)
    .as('latest');
  const rows = await db
    .selectFrom(latest)
    .innerJoin('history_entry as entry', 'entry.application_number', 'latest.number')
    .select(['number as application', 'latest.kind', 'entry.at', 'event', 'role', 'actor_id'])
    .select(['from_state as from', 'to_state as to'])
    .orderBy('entry.at')
    .orderBy('number')
    .orderBy('entry.revision')
    .execute();
  return rows.map(({ role, actor_id, ...step }) => ({
    ...step,
    at: Number(step.at),
    reviewer: role === 'reviewer' ? actor_id : null,
  }));
}

function courseOf(ended: readonly Ended[]): Course {
  const times = ended.map(({ time }) => time).sort((a, b) => a - b);
  const desk = ended.map((one) => one.desk).sort((a, b) => a - b);
  const share = (is: (one: Ended) => boolean) =>
    ended.length === 0 ? 0 : ended.filter(is).length / ended.length;
  return {
    ended: ended.length,
    median: quantile(times, 0.5),
    p90: quantile(times, 0.9),
    desk: quantile(desk, 0.5),
    approved: share(({ to }) => hasTag(to, 'downloadable')),
    lapsed: share(({ event }) => event === 'deadline.passed'),
  };
}

/** The least of sorted values that so great a share of them does not exceed; null of none. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
