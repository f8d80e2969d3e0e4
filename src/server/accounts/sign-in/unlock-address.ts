import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import { floodMail } from '#server/accounts/sign-in/challenges.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import { findRow, findRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { recordAtAddress } from './access-log.ts';
import {
  beginLink,
  hasFreshLink,
  lockAddressLimits,
  resetAddressLimits,
} from './address-limits.ts';
import { challenges, priorityOf } from './challenges.ts';
import { linkLimit } from './code-limits.ts';
import { linkDigests, type Sender } from './senders.ts';

/** Mails the unlock link to the address, at most once a day. Returns the error to throw. */
export async function mailUnlockLink(
  { config, store, now }: Services,
  context: { sender: Sender; language: Language; rateLimiter: RateLimiter },
): Promise<ApiError> {
  const { language, rateLimiter } = context;
  const { email } = context.sender;
  const at = now();
  const linkNeeded = new ApiError(codes.linkNeeded);
  const stored = await findRow(store.db, 'address_limit', { email });
  if (hasFreshLink(stored, at)) return linkNeeded;
  const limits = [linkLimit(email)];
  rateLimiter.rejectIfLimited(limits);
  const token = randomBytes(32).toString('base64url');
  const [digest] = linkDigests(config, token);
  await store.transact(async (trx) => {
    if (!(await beginLink(trx, { email, digest, at }))) return;
    await rateLimiter.consume(trx, limits);
    const url = `${config.PUBLIC_URL ?? ''}/login#lift=${token}`;
    await postMail(trx, {
      ...floodMail(language, { email, url }),
      recipient: email,
      language,
      at,
      priority: await priorityOf(trx, email),
    });
  });
  return linkNeeded;
}

export async function liftLock(services: Services, token: string): Promise<string> {
  const { store, config, now } = services;
  const digests = linkDigests(config, token);
  const findAddress = async (db: Kysely<Schema>) => {
    const found = await db
      .selectFrom('address_limit')
      .select('email')
      .where('link_digest', 'in', digests)
      .union((or) => or.selectFrom('challenge').select('email').where('lift_digest', 'in', digests))
      .executeTakeFirst();
    if (!found) throw new ApiError(codes.unknownLink);
    return found.email;
  };
  await requireSecretInUse(store.db, config);
  // Checked before the transaction, so that an invented token locks no rows.
  await findAddress(store.db);
  return store.transact(async (trx) => {
    const email = await findAddress(trx);
    const at = now();
    await lockAddressLimits(trx, email, at);
    // Checked again: a concurrent call may have used the link before this one got the lock.
    await findAddress(trx);
    await unlockChallenges({ services, trx }, email, (row) => ({
      type: 'mailbox.prove',
      at,
      digest: row.lift_digest ?? '',
    }));
    await resetAddressLimits(trx, email, at);
    await recordAtAddress(services, trx, 'signIn.lift', email);
    return email;
  });
}

/** Lifts the locks of an address; a lead also resets its limits. Returns whether any was locked. */
export async function unlockByStaff(
  { services, trx }: Scope,
  email: string,
  by: Pick<ChallengeEvent & { type: 'address.unlock' }, 'role'>,
): Promise<boolean> {
  const at = services.now();
  const event = { type: 'address.unlock', at, ...by } as const;
  const limits = await lockAddressLimits(trx, email, at);
  const isUnlocked = await unlockChallenges({ services, trx }, email, () => event);
  if (by.role === 'lead') await resetAddressLimits(trx, email, at);
  return isUnlocked || hasFreshLink(limits, at);
}

async function unlockChallenges(
  scope: Scope,
  email: string,
  eventOf: (row: Schema['challenge']) => ChallengeEvent,
): Promise<boolean> {
  const rows = await findRows(scope.trx, 'challenge', { email }, 'sender');
  const locked = rows.filter((row) => challenges.restore(row).can(eventOf(row)));
  for (const row of locked) await challenges.send(scope, row, eventOf(row), {});
  return locked.length > 0;
}
