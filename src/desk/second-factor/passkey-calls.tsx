import { useLingui } from '@lingui/react/macro';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useState } from 'react';
import { useBusy } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { Notice } from '#ui/messages/notice.tsx';

const webauthn = () => import('@simplewebauthn/browser');

export async function addPasskey(name: string): Promise<void> {
  const options = await call('passkeyRegisterBegin', {}, { silent: true });
  const { startRegistration } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const registration = { name, id, clientDataJSON, attestationObject, transports };
  await call('passkeyRegister', registration, { silent: true });
}

export async function givePasskey(): Promise<void> {
  const options = await call('passkeyGiveBegin', {}, { silent: true });
  const { startAuthentication } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  await call('passkeyGive', { id, clientDataJSON, authenticatorData, signature }, { silent: true });
}

/** Runs the browser's dialog for passkeys and describes why it failed. */
export function usePasskeyWork() {
  const { t } = useLingui();
  const { isBusy, run } = useBusy();
  const [problem, setProblem] = useState<string>();
  const problemOf = (reason: unknown) => {
    if (reason instanceof ApiError) return reason.message;
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'InvalidStateError') return t`This device has a passkey for your account already.`;
    return t`The browser provided no passkey: it was cancelled, took too long, or this device has none.`;
  };
  return {
    isBusy,
    run(work: () => Promise<void>) {
      setProblem(undefined);
      return run(() => work().catch((reason) => setProblem(problemOf(reason))));
    },
    problem: problem && (
      <Notice kind="error">
        <span>{problem}</span>
      </Notice>
    ),
  };
}
