import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  matchRoutes,
  Navigate,
  type RouteObject,
} from 'react-router-dom';
import type { ApplicationList } from '#machines/application.machine.ts';
import { listQuestion, listsByPath } from '#portal/addresses.ts';
import LoginPage from '#portal/login/login-page.tsx';
import { loginToken } from '#ui/calls/session.ts';
import { prefetch } from '#ui/calls/use-query.ts';
import { Frame } from '#ui/frame/frame.tsx';
import { type PageHandle, page } from '#ui/frame/lazy-page.ts';

const notFound = page('portal', () => import('#portal/not-found-page.tsx'));

const account = () => prefetch('currentUser', {});
/** Returns true if the URL has a query string, for which the page loads other data. */
const hasQuery = ({ request }: LoaderFunctionArgs) => request.url.includes('?');
const applicationNumber = ({ params }: LoaderFunctionArgs) => params.number ?? '';

/** Child route of the list page. Prefetches the first page of a list. */
const listRoute = (name?: ApplicationList) => ({
  element: null,
  loader: (args: LoaderFunctionArgs) => {
    if (loginToken() && !hasQuery(args)) prefetch('history', listQuestion(name, 1));
    return null;
  },
});
const own = {
  calls: (args: LoaderFunctionArgs) =>
    prefetch('applicationDetails', { applicationNumber: applicationNumber(args) }),
};

const home: RouteObject[] = [
  { index: true, element: <Navigate to="data-acquisition" replace /> },
  {
    path: '/home/data-acquisition',
    ...page('portal', () => import('#portal/applications/list-page.tsx'), {
      calls: () => {
        // Requests the options before the rows, which show their labels.
        prefetch('options', {}, { cache: true });
        prefetch('draftRead', { name: 'application' });
      },
    }),
    children: [
      { index: true, ...listRoute() },
      ...Object.entries(listsByPath).map(([path, name]) => ({ path, ...listRoute(name) })),
    ],
  },
  {
    path: '/home/data-acquisition/new/:step?',
    ...page('portal', () => import('#portal/apply/apply-page.tsx')),
  },
  {
    path: '/home/data-acquisition/applications/:number',
    ...page('portal', () => import('#portal/applications/details-page.tsx'), own),
  },
  {
    path: '/home/data-acquisition/applications/:number/filed',
    ...page('portal', () => import('#portal/applications/filed-page.tsx'), own),
  },
  {
    path: '/home/data-acquisition/applications/:number/data-request/:step?',
    ...page('portal', () => import('#portal/data-request/data-request-page.tsx'), own),
  },
  {
    path: '/home/data-acquisition/applications/:number/supplement',
    ...page('portal', () => import('#portal/supplement/supplement-page.tsx'), own),
  },
  {
    path: '/home/data-acquisition/public-sector/status',
    ...page('portal', () => import('#portal/applications/filed-page.tsx')),
  },
  {
    path: '/home/data-acquisition/public-sector/:section?',
    ...page('portal', () => import('#portal/public-sector/public-sector-page.tsx')),
  },
  {
    path: '/home/live-access',
    ...page('portal', () => import('#portal/live-access/live-access-page.tsx'), {
      calls: () => prefetch('liveAccess', {}),
    }),
  },
  {
    path: '/home/sessions',
    ...page('portal', () => import('#portal/sessions/sessions-page.tsx')),
  },
  { path: '*', ...notFound },
];

const desk: RouteObject[] = [
  {
    path: '/desk',
    ...page('queue', () => import('#desk/queue-page.tsx'), {
      access: 'desk',
      calls: (args) => {
        prefetch('deskViews', {});
        if (!hasQuery(args)) prefetch('deskQueue', { turn: 'holder', page: 1, pageSize: 15 });
      },
    }),
  },
  {
    path: '/desk/applications/:number',
    ...page('desk', () => import('#desk/case-page.tsx'), {
      access: 'desk',
      calls: (args) => {
        prefetch('options', {}, { cache: true });
        prefetch('deskApplication', { applicationNumber: applicationNumber(args) });
        void import('#desk/decision/decision-area.tsx').catch(() => {});
        void import('#desk/case-clock.tsx').catch(() => {});
        void import('#desk/case-checks.tsx').catch(() => {});
        void import('#desk/papers/paper.tsx').catch(() => {});
      },
    }),
  },
  {
    path: '/desk/live-access',
    ...page('office', () => import('#desk/live-access/live-access-desk-page.tsx'), {
      access: 'desk',
    }),
  },
  {
    path: '/desk/erasures',
    ...page('office', () => import('#desk/erasure/erasure-ledger-page.tsx'), { access: 'desk' }),
  },
  {
    path: '/desk/staff',
    ...page('office', () => import('#desk/staff/staff-page.tsx'), { access: 'desk' }),
  },
  {
    path: '/desk/handbook',
    ...page('office', () => import('#desk/handbook/handbook-page.tsx'), { access: 'desk' }),
  },
  {
    path: '/desk/mails',
    ...page('office', () => import('#desk/mails/mails-page.tsx'), { access: 'desk' }),
  },
  {
    path: '/desk/templates',
    ...page('office', () => import('#desk/templates/templates-page.tsx'), {
      access: 'lead',
    }),
  },
  {
    path: '/desk/operation',
    ...page('office', () => import('#desk/operation/operation-page.tsx'), { access: 'lead' }),
  },
  {
    path: '/desk/figures',
    ...page('office', () => import('#desk/figures/figures-page.tsx'), { access: 'lead' }),
  },
  {
    path: '/desk/audit',
    ...page('office', () => import('#desk/audit/audit-page.tsx'), { access: 'auditor' }),
  },
  {
    path: '/desk/settings',
    ...page('office', () => import('#desk/settings/settings-page.tsx'), { access: 'auditor' }),
  },
  {
    path: '/desk/second-factor',
    ...page('office', () => import('#desk/second-factor/second-factor-page.tsx')),
  },
  {
    path: '/desk/second-factor/set-up',
    ...page('office', () => import('#desk/second-factor/set-up-factor-page.tsx')),
  },
  { path: '*', element: <Navigate to="/404" replace /> },
];

const charts: RouteObject[] = [
  { path: '/charts', ...page('charts', () => import('#charts/catalogue-page.tsx')) },
  { path: '/charts/:machine', ...page('charts', () => import('#charts/machine/machine-page.tsx')) },
  {
    path: '/charts/:machine/simulate',
    ...page('charts', () => import('#charts/simulate/simulate-page.tsx')),
  },
  {
    path: '/charts/application/figures',
    ...page('charts', () => import('#charts/figures/figures-page.tsx'), { access: 'staff' }),
  },
  {
    path: '/charts/application/timeline',
    ...page('charts', () => import('#charts/timeline/timeline-page.tsx'), { access: 'staff' }),
  },
  {
    path: '/charts/application/conformance',
    ...page('charts', () => import('#charts/conformance/conformance-page.tsx'), {
      access: 'staff',
    }),
  },
  {
    path: '/charts/application/cases',
    ...page('charts', () => import('#charts/figures/cases-page.tsx'), { access: 'desk' }),
  },
  {
    path: '/charts/application/case/:number',
    ...page('charts', () => import('#charts/case/case-page.tsx'), { access: 'desk' }),
  },
  { path: '*', element: <Navigate to="/404" replace /> },
];

/** Paths are complete, because the build finds the files of each page by them (`page-files.ts`). */
const routes: RouteObject[] = [
  {
    Component: Frame,
    // The loaders wait for nothing, so no fallback is ever needed.
    HydrateFallback: () => null,
    children: [
      { index: true, element: <Navigate to="/role" replace /> },
      { path: '/role', ...page('rights', () => import('#portal/rights/role-page.tsx')) },
      {
        path: '/right/customer',
        ...page('rights', () => import('#portal/rights/customer-page.tsx')),
      },
      {
        path: '/right/government',
        ...page('rights', () => import('#portal/rights/government-page.tsx')),
      },
      {
        path: '/right/other-entities',
        ...page('rights', () => import('#portal/rights/other-entities-page.tsx')),
      },
      {
        path: '/policy/:policy',
        ...page('portal', () => import('#portal/policies/policy-page.tsx')),
      },
      {
        path: '/delivery',
        ...page('portal', () => import('#portal/delivery/delivery-page.tsx')),
      },
      // In the main script, which every page loads, because users sign in first.
      { path: '/login', Component: LoginPage },
      {
        path: '/home',
        ...page('portal', () => import('#portal/home/home-layout.tsx'), { calls: account }),
        children: home,
      },
      {
        path: '/desk',
        ...page('desk', () => import('#desk/desk.tsx'), { calls: account }),
        children: desk,
      },
      {
        path: '/charts',
        ...page('charts', () => import('#charts/charts.tsx'), { calls: account }),
        children: charts,
      },
      { path: '*', ...notFound },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** Resolves when the code of the page at this URL is loaded, or could not be loaded. */
export async function pageLoaded(address: Location): Promise<void> {
  const handles = matchRoutes(routes, address)?.map(({ route }) => route.handle as PageHandle);
  await Promise.allSettled(handles?.map((handle) => handle?.load()) ?? []);
}
