import { createPath, Navigate, useLocation } from 'react-router-dom';

/** Leads to the sign-in, or to another page that has to come first, and from there back to this very place. */
export function ToSignIn({ by = '/login' }: { by?: string }) {
  const here = createPath(useLocation());
  return <Navigate to={`${by}?redirectUrl=${encodeURIComponent(here)}`} replace />;
}
