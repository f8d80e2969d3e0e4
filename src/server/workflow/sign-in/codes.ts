import { randomBytes, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import type { Allowances } from '#server/platform/http/allowances.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { challenges, type Scope } from './challenges.ts';
import { codeAllowances, tryAllowances } from './code-allowances.ts';
import { refusedCode, refusedLink } from './refused-codes.ts';
import { type Sender, senderKey, signInDigest, visitDigest } from './senders.ts';

/** Sender with the language of their mails, and what limits them. */
export interface Sending {
  sender: Sender;
  language: Language;
  allowances: Allowances;
}

/**
 * Mails a verification code, whether the address is known or not.
 * @throws {ApiError} `locked`, `tooSoon` or `tooMany`
 */
export async function requestCode(
  services: Services,
  { sender, language, allowances }: Sending,
): Promise<void> {
  const { config, store, now } = services;
  const limits = codeAllowances(config, sender);
  allowances.requireUnrefused(limits);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const event = {
    type: 'code.request',
    at: now(),
    digest: codeDigest(services, sender, code),
    visit: visitDigest(config, sender),
  } as const;
  await store.transact(async (trx) => {
    await allowances.take(trx, limits);
    await challenges.send({ services, trx }, keyOf(services, sender), event, { code, language });
  });
}

/**
 * Takes a code; `signIn` opens the session, in the same transaction, and answers its token.
 * @throws {ApiError} `wrongCode`, `expiredCode`, `locked` or `tooMany`; a wrong try is counted all
 *   the same, for its sender at the address, and for the network it comes from
 */
export async function submitCode(
  services: Services,
  { sender, language, allowances }: Sending,
  code: string,
  signIn: (trx: Transaction<Schema>, at: number) => Promise<string>,
): Promise<string> {
  const { config, store, now } = services;
  const at = now();
  const limits = tryAllowances(config, sender);
  allowances.requireUnrefused(limits);
  // Before the code is looked at, so that of many at once none is looked at beyond the limit.
  await store.transact((trx) => allowances.take(trx, limits));
  const liftToken = randomBytes(32).toString('base64url');
  const event = {
    type: 'code.submit',
    at,
    digest: codeDigest(services, sender, code),
    visit: visitDigest(config, sender),
    liftDigest: linkDigest(services, liftToken),
  } as const;
  const { token, row } = await store.transact(async (trx) => {
    let token: string | null = null;
    const openSession = async () => {
      token = await signIn(trx, at);
      for (const limit of limits) await allowances.giveBack(trx, limit);
    };
    const details = { language, liftToken, openSession };
    const key = keyOf(services, sender);
    const row = await challenges.send({ services, trx }, key, event, details);
    return { token: token as string | null, row };
  });
  if (token === null) throw refusedCode(challenges.restore(row), event);
  return token;
}

/**
 * Lifts the lock whose mail had the link with this token; answers the address.
 * @throws {ApiError} `unknownLink`
 */
export async function liftLock(services: Services, token: string): Promise<string> {
  const digest = linkDigest(services, token);
  return services.store.transact(async (trx) => {
    const row = await trx
      .selectFrom('challenge')
      .select(['email', 'sender'])
      .where('lift_digest', '=', digest)
      .executeTakeFirst();
    if (!row) throw refusedLink();
    const event = { type: 'mailbox.prove', at: services.now(), digest } as const;
    await challenges.send({ services, trx }, row, event, {});
    return row.email;
  });
}

/** Ends every lock of an address; answers whether there was one. */
export async function unlockChallenge(
  scope: Scope,
  email: string,
  by: Pick<ChallengeEvent & { type: 'address.unlock' }, 'role'>,
): Promise<boolean> {
  const event = { type: 'address.unlock', at: scope.services.now(), ...by } as const;
  const rows = await scope.trx
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', email)
    .orderBy('sender')
    .execute();
  const locked = rows.filter((row) => challenges.restore(row).can(event));
  for (const row of locked) await challenges.send(scope, row, event, {});
  return locked.length > 0;
}

function keyOf({ config }: Services, sender: Sender) {
  return { email: sender.email, sender: senderKey(config, sender) };
}

/** Digest of a code, as every release has stored it: a code that is on its way outlives an upgrade. */
function codeDigest({ config }: Services, { email }: Sender, code: string): string {
  return signInDigest(config, email, code);
}

function linkDigest({ config }: Services, token: string): string {
  return signInDigest(config, 'link', token);
}
