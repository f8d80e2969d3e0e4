import { sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_DOTTED } from '#contract/figures.ts';
import { applicationStates } from '#contract/stored-application.ts';
import type { Services } from '#server/platform/database/services.ts';
import { countCourses, countSteps, sum } from './counts.ts';
import { reworkedOf, variantsOf } from './figures.ts';
import { type Filter, isCounted, isCountedApplication } from './filter.ts';
import { countPresent } from './open-applications.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';
import { partyOfNumber, waitingOf } from './waiting.ts';

type Timeline = DataOf<typeof endpoints.chartTimeline>;

export async function timeline(
  services: Services,
  filter: Filter,
  { withNumbers }: { withNumbers: boolean },
): Promise<Timeline> {
  const courses = await countCourses(services, filter);
  const [steps, present, disputes, cases] = await Promise.all([
    countSteps(services, filter),
    countPresent(services, filter, courses),
    countDisputes(services, filter),
    sampledCases(services, filter, withNumbers),
  ]);
  const { variants, variantCount } = variantsOf(courses);
  return {
    total: sum(courses, ({ count }) => count),
    cases,
    waiting: waitingOf(steps, present),
    reworked: reworkedOf(courses),
    rework: applicationStates
      .map((state) => {
        const entries = steps.filter(({ to }) => to === stateNumberOf(state));
        return {
          state,
          applications: sum(entries, ({ second }) => second),
          times: sum(entries, ({ again }) => again),
        };
      })
      .filter(({ times }) => times > 0)
      .sort((a, b) => b.times - a.times),
    ...disputes,
    variants,
    variantCount,
  };
}

/** All cases, or a stable random sample: the milliseconds of a filing are random enough. */
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

async function countDisputes(
  { store }: Services,
  filter: Filter,
): Promise<{ disputed: number; openDisputes: number }> {
  const { disputed, open } = await store.db
    .selectFrom('dispute')
    .select(sql<number | string>`count(distinct dispute.application_number)`.as('disputed'))
    .select(
      sql<number | string>`count(distinct case when dispute.ended_at is null
        then dispute.application_number end)`.as('open'),
    )
    // Starts from disputes, which are few, instead of applications.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('application')
          .select('number')
          .whereRef('number', '=', 'dispute.application_number')
          .where(isCountedApplication(filter)),
      ),
    )
    .executeTakeFirstOrThrow();
  return { disputed: Number(disputed), openDisputes: Number(open) };
}
