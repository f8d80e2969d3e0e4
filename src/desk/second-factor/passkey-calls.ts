import { useLingui } from '@lingui/react/macro';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';

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

export function usePasskeyProblem(): (reason: unknown) => string {
  const { t } = useLingui();
  return (reason) => {
    if (reason instanceof ApiError) return reason.message;
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'InvalidStateError') return t`This device has a passkey for your account already.`;
    return t`The browser provided no passkey: it was cancelled, took too long, or this device has none.`;
  };
}
