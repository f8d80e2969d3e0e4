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

const notFound = page('*', 'portal', () => import('#portal/not-found-page.tsx'));

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
const prefetchRecord = {
  calls: (args: LoaderFunctionArgs) =>
    prefetch('applicationDetails', { applicationNumber: applicationNumber(args) }),
};

const home: RouteObject[] = [
  { index: true, element: <Navigate to="data-acquisition" replace /> },
  {
    ...page('/home/data-acquisition', 'list', () => import('#portal/applications/list-page.tsx'), {
      calls: () => {
        // Requests the options before the rows, which show their labels.
        prefetch('options', {}, { cache: true });
        for (const name of ['application', 'public-request'] as const)
          prefetch('draftRead', { name });
      },
    }),
    children: [
      { index: true, ...listRoute() },
      ...Object.entries(listsByPath).map(([path, name]) => ({ path, ...listRoute(name) })),
    ],
  },
  page('/home/data-acquisition/new/:step?', 'portal', () => import('#portal/apply/apply-page.tsx')),
  page(
    '/home/data-acquisition/applications/:number',
    'portal',
    () => import('#portal/applications/details-page.tsx'),
    prefetchRecord,
  ),
  page(
    '/home/data-acquisition/applications/:number/filed',
    'portal',
    () => import('#portal/applications/filed-page.tsx'),
    prefetchRecord,
  ),
  page(
    '/home/data-acquisition/applications/:number/data-request/:step?',
    'portal',
    () => import('#portal/data-request/data-request-page.tsx'),
    prefetchRecord,
  ),
  page(
    '/home/data-acquisition/applications/:number/supplement',
    'portal',
    () => import('#portal/supplement/supplement-page.tsx'),
    prefetchRecord,
  ),
  page(
    '/home/data-acquisition/public-sector/status',
    'portal',
    () => import('#portal/applications/filed-page.tsx'),
  ),
  page(
    '/home/data-acquisition/public-sector/:section?',
    'portal',
    () => import('#portal/public-sector/public-sector-page.tsx'),
  ),
  page('/home/live-access', 'portal', () => import('#portal/live-access/live-access-page.tsx'), {
    calls: () => prefetch('liveAccess', {}),
  }),
  page('/home/sessions', 'portal', () => import('#portal/sessions/sessions-page.tsx')),
  notFound,
];

const desk: RouteObject[] = [
  page('/desk', 'queue', () => import('#desk/queue-page.tsx'), {
    access: 'desk',
    calls: (args) => {
      prefetch('deskViews', {});
      if (!hasQuery(args)) prefetch('deskQueue', { turn: 'holder', page: 1, pageSize: 15 });
    },
  }),
  page('/desk/applications/:number', 'case', () => import('#desk/case-page.tsx'), {
    access: 'desk',
    calls: (args) => {
      prefetch('options', {}, { cache: true });
      prefetch('deskApplication', { applicationNumber: applicationNumber(args) });
      void import('#desk/decision/decision-area.tsx').catch(() => {});
      void import('#desk/papers/paper.tsx').catch(() => {});
    },
  }),
  page('/desk/live-access', 'office', () => import('#desk/live-access/live-access-desk-page.tsx'), {
    access: 'desk',
  }),
  page('/desk/erasures', 'office', () => import('#desk/erasure/erasure-ledger-page.tsx'), {
    access: 'desk',
  }),
  page('/desk/staff', 'office', () => import('#desk/staff/staff-page.tsx'), { access: 'desk' }),
  page('/desk/handbook', 'office', () => import('#desk/handbook/handbook-page.tsx'), {
    access: 'desk',
  }),
  page('/desk/mails', 'office', () => import('#desk/mails/mails-page.tsx'), { access: 'desk' }),
  page('/desk/templates', 'office', () => import('#desk/templates/templates-page.tsx'), {
    access: 'lead',
  }),
  page('/desk/operation', 'office', () => import('#desk/operation/operation-page.tsx'), {
    access: 'lead',
  }),
  page('/desk/figures', 'office', () => import('#desk/figures/figures-page.tsx'), {
    access: 'lead',
  }),
  page('/desk/audit', 'office', () => import('#desk/audit/audit-page.tsx'), { access: 'auditor' }),
  page('/desk/settings', 'office', () => import('#desk/settings/settings-page.tsx'), {
    access: 'auditor',
  }),
  page('/desk/second-factor', 'office', () => import('#desk/second-factor/second-factor-page.tsx')),
  page(
    '/desk/second-factor/set-up',
    'office',
    () => import('#desk/second-factor/set-up-factor-page.tsx'),
  ),
  { path: '*', element: <Navigate to="/404" replace /> },
];

const charts: RouteObject[] = [
  page('/charts', 'charts', () => import('#charts/catalogue-page.tsx')),
  page('/charts/:machine', 'charts', () => import('#charts/machine/machine-page.tsx'), {
    calls: ({ params: { machine = '' } }) => {
      const loaded = import('#charts/picture/use-chart.ts');
      loaded.then(({ prefetchChart }) => prefetchChart(machine)).catch(() => {});
    },
  }),
  page('/charts/:machine/simulate', 'charts', () => import('#charts/simulate/simulate-page.tsx')),
  page('/charts/application/figures', 'charts', () => import('#charts/figures/figures-page.tsx'), {
    access: 'staff',
  }),
  page(
    '/charts/application/timeline',
    'charts',
    () => import('#charts/timeline/timeline-page.tsx'),
    { access: 'staff' },
  ),
  page(
    '/charts/application/conformance',
    'charts',
    () => import('#charts/conformance/conformance-page.tsx'),
    {
      access: 'staff',
    },
  ),
  page('/charts/application/cases', 'charts', () => import('#charts/figures/cases-page.tsx'), {
    access: 'desk',
  }),
  page('/charts/application/case/:number', 'charts', () => import('#charts/case/case-page.tsx'), {
    access: 'desk',
  }),
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
      page('/role', 'rights', () => import('#portal/rights/role-page.tsx')),
      page('/right/customer', 'rights', () => import('#portal/rights/customer-page.tsx')),
      page('/right/government', 'rights', () => import('#portal/rights/government-page.tsx')),
      page(
        '/right/other-entities',
        'rights',
        () => import('#portal/rights/other-entities-page.tsx'),
      ),
      page('/policy/:policy', 'portal', () => import('#portal/policies/policy-page.tsx')),
      page('/delivery', 'portal', () => import('#portal/delivery/delivery-page.tsx')),
      // In the main script, which every page loads, because users sign in first.
      { path: '/login', Component: LoginPage },
      {
        ...page('/home', 'shell', () => import('#portal/home/home-layout.tsx'), {
          calls: account,
        }),
        children: home,
      },
      {
        ...page('/desk', 'desk', () => import('#desk/desk.tsx'), { calls: account }),
        children: desk,
      },
      {
        ...page('/charts', 'charts', () => import('#charts/charts.tsx'), {
          calls: () => {
            account();
            prefetch('config', {}, { cache: true });
          },
        }),
        children: charts,
      },
      notFound,
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** Resolves when the code of the page at this URL is loaded, or could not be loaded. */
export async function pageLoaded(address: Location): Promise<void> {
  const handles = matchRoutes(routes, address)?.map(({ route }) => route.handle as PageHandle);
  await Promise.allSettled(handles?.map((handle) => handle?.load()) ?? []);
}
