import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '#ui/calls/call.ts';

/** The browser's part, fetched when somebody uses a passkey. */
const webauthn = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey, and the server keep it under a name. Throws as both of them do. */
export async function addPasskey(name: string): Promise<void> {
  const options = await call('passkeyRegisterBegin', {}, { silent: true });
  const { startRegistration } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const made = { name, id, clientDataJSON, attestationObject, transports };
  await call('passkeyRegister', made, { silent: true });
}

/** Gives a passkey as the second factor. Throws as browser and server do. */
export async function givePasskey(): Promise<void> {
  const options = await call('passkeyGiveBegin', {}, { silent: true });
  const { startAuthentication } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  await call('passkeyGive', { id, clientDataJSON, authenticatorData, signature }, { silent: true });
}
