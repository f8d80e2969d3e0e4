import { Navigate } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';
import { HomeRouting } from './home-routing.tsx';

/** Everything under /home: for signed-in accounts only. */
export default function HomeLayout() {
  const { token, ending } = useSession();
  if (token) return <HomeRouting />;
  if (ending === 'loggedOut') return <Navigate to="/role" replace />;
  return <ToSignIn />;
}
