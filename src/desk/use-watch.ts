import { useLingui } from '@lingui/react/macro';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from './staff-context.ts';

/** Has a case watched by who is signed in, or no longer. A message shows the outcome, refusals too. */
export function useWatch(): (record: CallData<'deskApplication'>) => Promise<void> {
  const { t } = useLingui();
  const { user, may } = useStaff();
  return async ({ number: applicationNumber, requester, isWatched }) => {
    if (!may('reviewer') || requester === user.id) return;
    const text = isWatched
      ? t`You no longer watch ${applicationNumber}.`
      : t`You watch ${applicationNumber}: you get an e-mail when somebody else changes it.`;
    await call('deskWatch', { applicationNumber, isWatched: !isWatched }).then(
      () => showMessage({ kind: 'notice', text }),
      () => {},
    );
  };
}
