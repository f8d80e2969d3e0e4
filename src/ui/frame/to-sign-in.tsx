import { createPath, Navigate, useLocation } from 'react-router-dom';

export function ToSignIn({ by = '/login' }: { by?: string }) {
  const here = createPath(useLocation());
  return <Navigate to={`${by}?redirectUrl=${encodeURIComponent(here)}`} replace />;
}
