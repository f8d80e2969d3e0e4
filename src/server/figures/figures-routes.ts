import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { graph, isStep, sourcesOf } from '#forms/replay.ts';
import { selectSummaries, summaryOf } from '#server/applications/records.ts';
import { countRows } from '#server/platform/database/count-rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { hasAccess, type Route } from '#server/platform/http/route.ts';
import { conformance } from './conformance.ts';
import { logFile } from './event-log.ts';
import { figures } from './figures.ts';
import { isCountedApplication } from './filter.ts';
import { officeFigures } from './office-figures.ts';
import { stateNumberOf } from './state-numbers.ts';
import { timeline } from './timeline.ts';

export function figuresRoutes(route: Route, services: Services): void {
  route(endpoints.chartFigures, (filter) => figures(services, filter));
  route(endpoints.officeFigures, (filter) => officeFigures(services, filter));
  route(endpoints.chartCases, (input) => cases(services, input));
  route(endpoints.chartConformance, (input, { account }) =>
    conformance(services, input, { withCases: hasAccess(account, 'desk') }),
  );
  route(endpoints.chartTimeline, (filter, { account }) =>
    timeline(services, filter, { withNumbers: hasAccess(account, 'desk') }),
  );
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
  if (!transition)
    throw new ApiError(codes.invalid, { fields: [{ field: 'transition', problem: 'choice' }] });
  return db
    .selectFrom('step')
    .select('application_number')
    .where('from_code', 'in', sourcesOf(transition).map(stateNumberOf))
    .where('event', '=', transition.event)
    .where('to_code', '=', stateNumberOf(transition.targets[0] as ApplicationState));
}
