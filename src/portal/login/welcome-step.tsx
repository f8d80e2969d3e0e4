import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { showMessage } from '#ui/messages/messages.ts';

/** Says welcome and leads on to where the person wanted to go. */
export function WelcomeStep({ target }: { target: string }) {
  const { t } = useLingui();
  useEffect(() => showMessage({ kind: 'notice', text: t`Welcome. You are signed in.` }), [t]);
  return <Navigate to={target} replace />;
}
