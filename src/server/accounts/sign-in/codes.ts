import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import { findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { recordAtAddress } from './access-log.ts';
import {
  endNetworkTries,
  limitsResetAt,
  lockAddressLimits,
  networkBlockedUntil,
  wrongCodesWithinDay,
} from './address-limits.ts';
import {
  type CodeWording,
  challengeKey,
  challenges,
  codeError,
  codeRequestError,
} from './challenges.ts';
import { codeLimits, networkCodeLimits, wrongCodeLimits } from './code-limits.ts';
import {
  type Digests,
  digestAs,
  isStranger,
  linkDigests,
  networkDigests,
  type Sender,
  senderKeys,
  signInDigests,
  visitDigests,
} from './senders.ts';
import { mailUnlockLink } from './unlock-address.ts';

interface CodeContext {
  sender: Sender;
  language: Language;
  rateLimiter: RateLimiter;
  queue?: WorkQueue;
  wording?: CodeWording;
}

type SignIn = (trx: Transaction<Schema>, at: number) => Promise<string>;

/** Mails a code, also to unknown addresses. Throws `linkNeeded` if others used up shared limits. */
export async function requestCode(services: Services, context: CodeContext): Promise<void> {
  const { sender, language, rateLimiter, wording } = context;
  const { config, store, now } = services;
  const ofNetwork = networkCodeLimits(config, sender);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const event = {
    type: 'code.request',
    at: now(),
    digest: codeDigests(services, sender, code)[0],
    visit: visitDigests(config, sender)?.[0] ?? null,
  } as const;
  await queued(context, ofNetwork, async () => {
    await rejectIfNotPossible(services, context, event);
    await rejectIfNetworkBlocked(services, context, event.at);
    const resetAt = await limitsResetAt(store.db, sender.email);
    const { own, shared, reserve } = codeLimits(config, sender, resetAt);
    // One transaction per set of limits, so that all transactions lock limits in the same order.
    for (const others of [shared, reserve]) {
      const limits = [...ofNetwork, ...own, ...others];
      if (rateLimiter.isLimited(limits)) continue;
      try {
        return await store.transact(async (trx) => {
          const scope = { services, trx };
          await requireSecretInUse(trx, config);
          await rateLimiter.consume(trx, limits);
          const details = { code, language, ...(wording && { wording }) };
          await challenges.send(scope, await challengeKey(scope, sender), event, details);
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== codes.tooMany) throw error;
      }
    }
    const isSignIn = sender.contactOf === undefined;
    rateLimiter.rejectIfLimited([...ofNetwork, ...own, ...(isSignIn ? [] : reserve)]);
    throw await mailUnlockLink(services, context);
  });
}

async function rejectIfNotPossible(
  { config, store }: Services,
  { sender }: CodeContext,
  event: ChallengeEvent & { type: 'code.request' },
): Promise<void> {
  const row = await findRow(store.db, 'challenge', {
    email: sender.email,
    sender: senderKeys(config, sender)[0],
  });
  const challenge = row && challenges.restore(row);
  if (challenge && !challenge.can(event)) throw codeRequestError(challenge, event.at);
}

/**
 * Rejects unknown browsers of a network that entered five wrong codes for the address within a day.
 * Mails the unlock link, because the owner may be in the same network.
 * @throws {ApiError} `locked`, or `tooMany` if no link is mailed
 */
async function rejectIfNetworkBlocked(services: Services, context: CodeContext, at: number) {
  const { sender } = context;
  if (!isStranger(sender)) return;
  const networks = networkDigests(services.config, sender);
  const ofNetwork = { email: sender.email, networks };
  const lockedUntil = await networkBlockedUntil(services.store.db, ofNetwork, at);
  if (lockedUntil === null) return;
  await mailUnlockLink(services, context);
  throw new ApiError(codes.locked, { lockedUntil });
}

/**
 * Checks a code. `signIn` runs in the same transaction. A wrong attempt counts against the sender
 * at this address.
 * @throws {ApiError} `wrongCode`, `expiredCode`, `locked`, `tooMany` or `unavailable`; `linkNeeded`
 * if unknown browsers entered too many wrong codes for the address
 */
export async function submitCode(
  services: Services,
  context: CodeContext,
  code: string,
  signIn: SignIn,
): Promise<string> {
  const { config, store } = services;
  const { sender } = context;
  const visits = visitDigests(config, sender);
  // The browser that requested the code has its own count of attempts, and skips the queue.
  const hasRequestedCode = (await keyOfVisit(store.db, sender, visits)) !== null;
  const limits = hasRequestedCode ? [] : wrongCodeLimits(config, sender);
  const work = () => checkCode(services, context, { code, limits, visits, signIn });
  try {
    return await (hasRequestedCode ? work() : queued(context, limits, work));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== codes.linkNeeded) throw error;
    throw await mailUnlockLink(services, context);
  }
}

async function checkCode(
  services: Services,
  { sender, language, rateLimiter }: CodeContext,
  submitted: { code: string; limits: RateLimit[]; visits: Digests | null; signIn: SignIn },
): Promise<string> {
  const { config, store, now } = services;
  const { code, limits, visits, signIn } = submitted;
  const at = now();
  const { email } = sender;
  const networks = networkDigests(config, sender);
  await requireSecretInUse(store.db, config);
  // Consumed first, so that concurrent attempts cannot exceed the limit; refunded if correct.
  if (limits.length > 0) await store.transact((trx) => rateLimiter.consume(trx, limits));
  const liftToken = randomBytes(32).toString('base64url');
  const digests = codeDigests(services, sender, code);
  const eventOf = (row: Pick<Schema['challenge'], 'digest' | 'visit'>) =>
    ({
      type: 'code.submit',
      at,
      digest: digestAs(row.digest, digests),
      visit: visits && digestAs(row.visit, visits),
      liftDigest: linkDigests(config, liftToken)[0],
    }) as const;
  const { token, row } = await store.transact(async (trx) => {
    const scope = { services, trx };
    let token: string | null = null;
    const isSignIn = sender.contactOf === undefined;
    if (isSignIn) await lockAddressLimits(trx, email, at);
    const isCounted = isStranger(sender);
    if (isCounted && (await wrongCodesWithinDay(trx, email, at)) >= config.WRONG_CODES_PER_ADDRESS)
      throw new ApiError(codes.linkNeeded);
    const openSession = async () => {
      token = await signIn(trx, at);
      for (const limit of limits) await rateLimiter.refund(trx, limit);
      if (isCounted) await endNetworkTries(trx, { email, networks });
    };
    const details = { language, openSession, ...(isSignIn && { liftToken }) };
    const own = await challengeKey(scope, sender);
    const key = (await keyOfVisit(trx, sender, visits)) ?? own;
    const row = await challenges.send(scope, key, eventOf, details);
    if (token === null) {
      if (isCounted)
        await insertRows(trx, 'wrong_code', { email, network: networks[0], entered_at: at });
      const action = row.locked_until === null ? 'signIn.fail' : 'signIn.lock';
      await recordAtAddress(services, trx, action, email);
    }
    return { token: token as string | null, row };
  });
  if (token === null) throw codeError(challenges.restore(row), eventOf(row));
  return token;
}

async function queued<T>(
  { sender, rateLimiter, queue }: CodeContext,
  limits: readonly RateLimit[],
  work: () => Promise<T>,
): Promise<T> {
  rateLimiter.rejectIfLimited(limits);
  if (queue === undefined || sender.knownBrowser !== null) return work();
  return queue.run(() => {
    rateLimiter.rejectIfLimited(limits);
    return work();
  });
}

async function keyOfVisit(db: Kysely<Schema>, { email }: Sender, visits: Digests | null) {
  if (visits === null) return null;
  const row = await db
    .selectFrom('challenge')
    .select(['email', 'sender'])
    .where('challenge.email', '=', email)
    .where('visit', 'in', visits)
    .where('state', '=', 'codeSent')
    .orderBy('sent_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

function codeDigests({ config }: Services, sender: Sender, code: string): Digests {
  // A code for a contact address must not sign in.
  const purpose = sender.contactOf === undefined ? [] : ['contact code'];
  return signInDigests(config, ...purpose, sender.email, code);
}
