import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { HomeRouting } from './home-routing.tsx';

/** Everything under /home: for signed-in accounts only. */
export default function HomeLayout() {
  const { token, ending } = useSession();
  const { pathname, search, hash } = useLocation();
  if (token) return <HomeRouting />;
  if (ending === 'loggedOut') return <Navigate to="/role" replace />;
  const here = encodeURIComponent(pathname + search + hash);
  return <Navigate to={`/login?redirectUrl=${here}`} replace />;
}
