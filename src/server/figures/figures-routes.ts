import { endpoints } from '#contract/endpoints.ts';
import type { Services } from '#server/platform/database/services.ts';
import { hasAccess, type Route } from '#server/platform/http/route.ts';
import { cases } from './cases.ts';
import { conformance } from './conformance.ts';
import { figures } from './figures.ts';
import { logFile } from './log-file.ts';
import { officeFigures } from './office-figures.ts';
import { timeline } from './timeline.ts';

/** Routes of the figures: recorded steps, counted over the application's chart. */
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
