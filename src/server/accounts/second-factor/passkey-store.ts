import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';

/** The party that passkeys are made for (WebAuthn §4): its id is a domain, its origin that of pages. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/** Read from the portal's public address; null where that is unset or no domain name. */
export function relyingParty({ PUBLIC_URL, HOLDER_NAME }: Config): RelyingParty | null {
  if (PUBLIC_URL === undefined) return null;
  const { hostname, origin } = new URL(PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: hostname, name: HOLDER_NAME, origin };
}

/** A row; its `id` is the credential's. */
export type PasskeyRow = Schema['passkey'];

/** The passkeys of an account, oldest first. */
export function passkeysOf(db: Kysely<Schema>, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/** Purpose of a challenge: one for a new passkey does not sign anybody in. */
export type ChallengePurpose = 'register' | 'give';

/** A challenge waits so long for its answer, in ms. */
const LIFETIME = 5 * 60_000;

/** Makes a challenge for a session, in place of the one before. */
export async function newChallenge(
  { store, now }: Services,
  token: string,
  purpose: ChallengePurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(32));
  await store.db
    .updateTable('session')
    .set({
      passkey_challenge: kept(purpose, Buffer.from(challenge).toString('base64url')),
      passkey_challenge_at: now(),
    })
    .where('token_digest', '=', digestOf(token))
    .execute();
  return challenge;
}

/** Uses up the session's challenge, whatever its answer is; null when there is none that is valid. */
export async function takeChallenge(
  { store, now }: Services,
  token: string,
  purpose: ChallengePurpose,
): Promise<string | null> {
  return store.transact(async (trx) => {
    const session = await store
      .forUpdate(
        trx
          .selectFrom('session')
          .select(['passkey_challenge', 'passkey_challenge_at'])
          .where('token_digest', '=', digestOf(token)),
      )
      .executeTakeFirst();
    await trx
      .updateTable('session')
      .set({ passkey_challenge: null, passkey_challenge_at: null })
      .where('token_digest', '=', digestOf(token))
      .execute();
    const { passkey_challenge: challenge = null, passkey_challenge_at: at = null } = session ?? {};
    if (challenge === null || at === null || now() - at >= LIFETIME) return null;
    return challenge.startsWith(kept(purpose, '')) ? challenge.slice(purpose.length + 1) : null;
  });
}

const kept = (purpose: ChallengePurpose, challenge: string) => `${purpose} ${challenge}`;
