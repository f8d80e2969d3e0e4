import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { MINUTE } from '#lib/words/durations.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';

/** WebAuthn relying party (§4): the domain as its id, and the origin of the pages. */
export type RelyingParty = NonNullable<ReturnType<typeof relyingParty>>;

export function relyingParty({ PUBLIC_URL, HOLDER_NAME }: Config) {
  if (PUBLIC_URL === undefined) return null;
  const { hostname, origin } = new URL(PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: hostname, name: HOLDER_NAME, origin };
}

export type PasskeyRow = Schema['passkey'];

export function passkeysOf(db: Kysely<Schema>, accountId: string): Promise<PasskeyRow[]> {
  return findRows(db, 'passkey', { account_id: accountId }, 'created_at');
}

/** Separate purposes, so that a challenge to register a passkey cannot be used to sign in. */
type ChallengePurpose = 'register' | 'give';

const CHALLENGE_LIFETIME = 5 * MINUTE;

export async function newChallenge(
  { store, now }: Services,
  token: string,
  purpose: ChallengePurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32));
  const key = { token_digest: digestOf(token) };
  await updateRows(store.db, 'session', key, {
    passkey_challenge: `${purpose} ${Buffer.from(challenge).toString('base64url')}`,
    passkey_challenge_at: now(),
  });
  return challenge;
}

export async function takeChallenge(
  { store, now }: Services,
  token: string,
  purpose: ChallengePurpose,
): Promise<string | null> {
  return store.transact(async (trx) => {
    const key = { token_digest: digestOf(token) };
    const session = await lockRow(store, trx, 'session', key);
    await updateRows(trx, 'session', key, { passkey_challenge: null, passkey_challenge_at: null });
    const { passkey_challenge: stored = null, passkey_challenge_at: at = null } = session ?? {};
    if (stored === null || at === null || now() - at >= CHALLENGE_LIFETIME) return null;
    const [storedPurpose, challenge] = stored.split(' ');
    return storedPurpose === purpose ? (challenge ?? null) : null;
  });
}
