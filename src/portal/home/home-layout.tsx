import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';

/**
 * Everything under /home: for signed-in accounts only. Logging out leads from an open page to /role;
 * a page that is opened later leads to the sign-in.
 */
export default function HomeLayout() {
  const { token, ending } = useSession();
  const [wasSignedIn] = useState(token !== undefined);
  if (token) return <Outlet />;
  if (wasSignedIn && ending === 'loggedOut') return <Navigate to="/role" replace />;
  return <ToSignIn />;
}
