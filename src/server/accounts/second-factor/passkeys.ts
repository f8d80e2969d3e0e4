import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { mailSecurity, securityMails } from '#server/accounts/staff/staff-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { deleteRows, insertMissing, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Caller, Route } from '#server/platform/http/route.ts';
import {
  newChallenge,
  type PasskeyRow,
  passkeysOf,
  type RelyingParty,
  relyingParty,
  takeChallenge,
} from './passkey-store.ts';
import { requireGenuine, submitProof } from './second-factor.ts';

type Registration = InputOf<typeof endpoints.passkeyRegister>;
type Assertion = InputOf<typeof endpoints.passkeyGive>;

type Signer = Pick<Caller<Account>, 'account' | 'token'>;

/** EdDSA, ES256 and RS256 (COSE). Node warns that other algorithms are experimental. */
const ALGORITHMS = [-8, -7, -257];

const MAX_PASSKEYS = 20;

/** @throws {ApiError} `notFound` without passkeys or with `MAX_PASSKEYS`, `secondFactorNeeded` */
async function beginRegistration(services: Services, { account, token }: Signer) {
  const { id: rpID, name: rpName } = partyOf(services, account);
  const known = await passkeysOf(services.store.db, account.id);
  if (known.length >= MAX_PASSKEYS) throw new ApiError(codes.notFound);
  return generateRegistrationOptions({
    rpName,
    rpID,
    userName: account.email,
    userID: Uint8Array.from(Buffer.from(account.id)),
    challenge: await newChallenge(services, token, 'register'),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    // User verification is not required: sign-in already requires a code sent by mail.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

async function register(
  services: Services,
  { account, token }: Signer,
  { name, id, transports, ...response }: Registration,
): Promise<void> {
  const { store, now } = services;
  const party = partyOf(services, account);
  const challenge = await takeChallenge(services, token, 'register');
  const credential = challenge && (await credentialFrom(party, challenge, { id, ...response }));
  if (!credential) throw new ApiError(codes.wrongPasskey);
  await store.transact(async (trx) => {
    const added = await insertMissing(trx, 'passkey', {
      id: credential.id,
      account_id: account.id,
      name,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(transports),
      created_at: now(),
      last_used_at: null,
    });
    if (added === 0) throw new ApiError(codes.wrongPasskey);
    await recordChange({ services, trx }, { account, token }, 'passkey.add', name);
  });
}

async function recordChange(
  scope: Scope,
  { account, token }: Signer,
  action: 'passkey.add' | 'passkey.remove',
  name: string,
): Promise<void> {
  await appendAuditEvent(scope.services, scope.trx, { by: account, action, detail: name });
  const except = digestOf(token);
  await endSessions(scope, { account, because: 'factor', except, by: account });
  const mail = action === 'passkey.add' ? 'passkeyAdded' : 'passkeyRemoved';
  await mailSecurity(scope, account.id, securityMails[mail](name));
}

async function removePasskey(
  services: Services,
  { account, token }: Signer,
  id: string,
): Promise<void> {
  if (account.secondFactor !== 'given') throw new ApiError(codes.secondFactorNeeded);
  await services.store.transact(async (trx) => {
    const [removed] = await deleteRows(trx, 'passkey', { id, account_id: account.id });
    if (!removed) throw new ApiError(codes.notFound);
    await recordChange({ services, trx }, { account, token }, 'passkey.remove', removed.name);
  });
}

/** @throws {ApiError} `notFound` if the account has no passkey, or passkeys are not offered */
async function beginGiving(services: Services, { account, token }: Signer) {
  const party = relyingParty(services.config);
  const known = party ? await passkeysOf(services.store.db, account.id) : [];
  if (!party || known.length === 0) throw new ApiError(codes.notFound);
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(services, token, 'give'),
    allowCredentials: known.map(descriptorOf),
    userVerification: 'preferred',
  });
}

/**
 * Completes a session with a passkey. A wrong response to this session's challenge counts as a
 * wrong code. A response without a challenge is rejected and not counted.
 * @throws {ApiError} `wrongPasskey` or `locked`
 */
async function givePasskey(
  services: Services,
  { account, token }: Signer,
  { id, ...response }: Assertion,
): Promise<void> {
  const party = relyingParty(services.config);
  const challenge = await takeChallenge(services, token, 'give');
  const passkey = (await passkeysOf(services.store.db, account.id)).find((each) => each.id === id);
  if (!party || challenge === null || !passkey) throw new ApiError(codes.wrongPasskey);
  await requireGenuine(services, 'passkey', [id], codes.wrongPasskey);
  const counter = await counterFrom(party, challenge, passkey, { id, ...response });
  const at = services.now();
  await submitProof(
    services,
    { account, submitted: { code: '', token } },
    async (_, trx) => {
      if (counter === null) return { type: 'factor.give', at, proof: null };
      await lockRow(services.store, trx, 'passkey', { id });
      await updateRows(trx, 'passkey', { id }, { counter, last_used_at: at });
      return { type: 'factor.give', at, proof: 'passkey' };
    },
    codes.wrongPasskey,
  );
}

async function credentialFrom(
  party: RelyingParty,
  expectedChallenge: string,
  { id, ...response }: Omit<Registration, 'name' | 'transports'>,
) {
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  return verified?.verified ? verified.registrationInfo.credential : null;
}

async function counterFrom(
  party: RelyingParty,
  expectedChallenge: string,
  { id, public_key, counter }: PasskeyRow,
  { id: _, ...response }: Assertion,
): Promise<number | null> {
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')), counter },
    requireUserVerification: false,
    // The library throws if the response is invalid, also if the counter did not increase.
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

const descriptorOf = ({ id, transports }: PasskeyRow) => ({
  id,
  transports: JSON.parse(transports) as string[],
});

function partyOf({ config }: Services, account: Account): RelyingParty {
  const party = relyingParty(config);
  if (!party) throw new ApiError(codes.notFound);
  // Requires the app to be set up first, also in a demonstration: passkeys only supplement it.
  if (account.secondFactor !== 'given') throw new ApiError(codes.secondFactorNeeded);
  return party;
}

export function passkeyRoutes(route: Route, services: Services): void {
  route(endpoints.passkeyRegisterBegin, async (_, caller) => ({
    ...(await beginRegistration(services, caller)),
  }));

  route(endpoints.passkeyRegister, (registration, caller) =>
    register(services, caller, registration),
  );

  route(endpoints.passkeyRemove, ({ id }, caller) => removePasskey(services, caller, id));

  route(endpoints.passkeyGiveBegin, async (_, caller) => ({
    ...(await beginGiving(services, caller)),
  }));

  route(endpoints.passkeyGive, (answer, caller) => givePasskey(services, caller, answer));
}
