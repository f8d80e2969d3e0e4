import { useLingui } from '@lingui/react/macro';
import { call } from '#ui/calls/call.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from './staff-context.ts';

/** Takes an application, where the role allows it. A message shows the outcome, refusals too. */
export function useTake(): (applicationNumber: string) => Promise<void> {
  const { t } = useLingui();
  const { may } = useStaff();
  return async (applicationNumber) => {
    if (!may('reviewer')) return;
    await call('deskTake', { applicationNumber }).then(
      () => showMessage({ kind: 'notice', text: t`You have taken ${applicationNumber}.` }),
      () => {},
    );
  };
}
