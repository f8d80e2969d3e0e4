import { sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_DOTTED } from '#contract/figures.ts';
import type { Services } from '#server/platform/database/services.ts';
import { countCourses, sum } from './counts.ts';
import { type Filter, isCounted } from './filter.ts';
import { stateOfNumber } from './state-numbers.ts';
import { partyOfNumber } from './waiting.ts';

type Timeline = DataOf<typeof endpoints.chartTimeline>;

export async function timeline(
  services: Services,
  filter: Filter,
  { withNumbers }: { withNumbers: boolean },
): Promise<Timeline> {
  const [courses, cases] = await Promise.all([
    countCourses(services, filter),
    sampledCases(services, filter, withNumbers),
  ]);
  return { total: sum(courses, ({ count }) => count), cases };
}

/** All cases, or a repeatable sample by the milliseconds of the filing time. */
async function sampledCases(
  { store: { db } }: Services,
  filter: Filter,
  withNumbers: boolean,
): Promise<Timeline['cases']> {
  const sampled = db
    .selectFrom('course')
    .select('application_number')
    .where(isCounted(filter))
    // Must equal the expression of the index.
    .orderBy(sql`filed_at % 999983`)
    .orderBy('application_number')
    .limit(MAX_DOTTED);
  const steps = await db
    .selectFrom('step')
    .select(['application_number', 'event', 'to_code', 'waited', 'filed_at'])
    .where('application_number', 'in', sampled)
    .orderBy('filed_at')
    .orderBy('application_number')
    .orderBy('revision')
    .execute();
  return [...Map.groupBy(steps, ({ application_number }) => application_number)].map(
    ([number, entries]) => {
      let at = Number(entries[0]?.filed_at);
      return {
        number: withNumbers ? number : null,
        steps: entries.map(({ event, to_code, waited }) => {
          at += Number(waited ?? 0);
          return { at, event, state: stateOfNumber(to_code), waitsFor: partyOfNumber(to_code) };
        }),
      };
    },
  );
}
