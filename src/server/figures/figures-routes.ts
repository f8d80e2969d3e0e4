import { sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_DOTTED } from '#contract/figures.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { graph, isStep, sourcesOf } from '#forms/application-graph.ts';
import { selectSummaries, summaryOf } from '#server/applications/records.ts';
import { partyOfNumber } from '#server/figures/counts.ts';
import { stateNumberOf } from '#server/figures/state-numbers.ts';
import { countRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { hasAccess, type Route } from '#server/platform/http/route.ts';
import { conformance } from './conformance.ts';
import { countCourses, sum } from './counts.ts';
import { logFile } from './event-log.ts';
import { figures } from './figures.ts';
import { type Filter, isCounted, isCountedApplication } from './filter.ts';
import { officeFigures } from './office-figures.ts';

export function figuresRoutes(route: Route, services: Services): void {
  route(endpoints.chartFigures, (filter) => figures(services, filter));
  route(endpoints.officeFigures, (filter) => officeFigures(services, filter));
  route(endpoints.chartCases, (input) => cases(services, input));
  route(endpoints.chartConformance, (input, { account }) =>
    conformance(services, input, { withCases: hasAccess(account, 'desk') }),
  );
  route(endpoints.chartTimeline, async (filter, { account }) => {
    const [courses, cases] = await Promise.all([
      countCourses(services, filter),
      sampledCases(services, filter, hasAccess(account, 'desk')),
    ]);
    return { total: sum(courses, ({ count }) => count), cases };
  });
  route(endpoints.chartLog, ({ format, ...filter }, { account }) =>
    logFile(services, account, format, filter),
  );
}

async function cases(
  { store }: Services,
  input: InputOf<typeof endpoints.chartCases> & { page: number; pageSize: number },
): Promise<DataOf<typeof endpoints.chartCases>> {
  const { state, transition, trace, page, pageSize } = input;
  let found = selectSummaries(store.db).where(isCountedApplication(input));
  if (state) found = found.where('application.state', '=', state);
  if (transition)
    found = found.where('application.number', 'in', tookTransition(store, transition));
  if (trace)
    found = found.where('application.number', 'in', (select) =>
      select
        .selectFrom('course')
        .select('application_number')
        .where('codes', '=', trace.map(stateNumberOf).join('>')),
    );
  const [total, rows] = await Promise.all([
    countRows(found),
    found
      .orderBy('application.updated_at', 'desc')
      .orderBy('application.number')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  return { total, items: rows.map(summaryOf) };
}

function tookTransition({ db }: Services['store'], id: string) {
  const transition = graph.transitions.find((each) => each.id === id && isStep(each));
  if (!transition) throw invalid('transition', 'choice');
  return db
    .selectFrom('step')
    .select('application_number')
    .where('from_code', 'in', sourcesOf(transition).map(stateNumberOf))
    .where('event', '=', transition.event)
    .where('to_code', '=', stateNumberOf(transition.targets[0] as ApplicationState));
}

type Timeline = DataOf<typeof endpoints.chartTimeline>;

/** Returns all cases, or a repeatable sample by filing time if there are more than `MAX_DOTTED`. */
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
    .select(['application_number', 'to_code', 'waited', 'filed_at'])
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
        steps: entries.map(({ to_code, waited }) => {
          at += Number(waited ?? 0);
          return { at, waitsFor: partyOfNumber(to_code) };
        }),
      };
    },
  );
}
