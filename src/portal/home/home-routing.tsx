import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import NotFoundPage from '../not-found-page.tsx';

const List = lazyPage('portal', () => import('../applications/list-page.tsx'));
const Details = lazyPage('portal', () => import('../applications/details-page.tsx'));
const Filed = lazyPage('portal', () => import('../applications/filed-page.tsx'));
const Apply = lazyPage('portal', () => import('../apply/apply-page.tsx'));
const DataRequest = lazyPage('portal', () => import('../data-request/data-request-page.tsx'));
const Supplement = lazyPage('portal', () => import('../supplement/supplement-page.tsx'));
const Sessions = lazyPage('portal', () => import('../sessions/sessions-page.tsx'));
const PublicSector = lazyPage('portal', () => import('../public-sector/public-sector-page.tsx'));
const PublicStatus = lazyPage('portal', () => import('../public-sector/public-status-page.tsx'));

/** The addresses under /home. */
export function HomeRouting() {
  return (
    <Routes>
      <Route index element={<Navigate to="data-acquisition" replace />} />
      <Route path="data-acquisition">
        <Route index element={<List />} />
        <Route path="qualification-review" element={<List />} />
        <Route path="data-application" element={<List />} />
        <Route path="approved" element={<List />} />
        <Route path="termination" element={<List />} />
        <Route path="new/:step?" element={<Apply />} />
        <Route path="applications/:number" element={<Details />} />
        <Route path="applications/:number/filed" element={<Filed />} />
        <Route path="applications/:number/data-request/:step?" element={<DataRequest />} />
        <Route path="applications/:number/supplement" element={<Supplement />} />
        <Route path="public-sector/:section?" element={<PublicSector />} />
        <Route path="public-sector/status" element={<PublicStatus />} />
      </Route>
      <Route path="sessions" element={<Sessions />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
