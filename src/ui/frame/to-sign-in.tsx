import { createPath, Navigate, useLocation } from 'react-router-dom';

/** Redirects to the sign-in page, or to the page `by`, which then returns to this URL. */
export function ToSignIn({ by = '/login' }: { by?: string }) {
  const here = createPath(useLocation());
  return <Navigate to={`${by}?redirectUrl=${encodeURIComponent(here)}`} replace />;
}
