import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#ui/calls/call-types.ts';

/** Words for what kept a passkey from being made or given: the server's, or those for the browser. */
export function usePasskeyProblem(): (reason: unknown) => string {
  const { t } = useLingui();
  return (reason) => {
    if (reason instanceof ApiError) return reason.message;
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'InvalidStateError') return t`This device has a passkey for your account already.`;
    return t`The browser did not give a passkey: it was cancelled, took too long, or this device has none.`;
  };
}
