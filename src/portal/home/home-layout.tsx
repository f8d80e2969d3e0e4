import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';

/**
 * Layout of all pages under /home. Without a signed-in account it redirects to the sign-in page,
 * or to /role if the user has just logged out on one of these pages.
 */
export default function HomeLayout() {
  const { token, ending } = useSession();
  const [wasSignedIn] = useState(token !== undefined);
  if (token) return <Outlet />;
  if (wasSignedIn && ending === 'loggedOut') return <Navigate to="/role" replace />;
  return <ToSignIn />;
}
