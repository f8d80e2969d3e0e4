import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { isBacklogged } from '#server/platform/jobs/queue.ts';
import { recordAtAddress } from './access-log.ts';
import {
  endNetworkTries,
  hasFreshLink,
  limitsResetAt,
  lockAddressLimits,
  networkBlockedUntil,
  resetAddressLimits,
  wrongCodesWithinDay,
} from './address-limits.ts';
import {
  type CodeWording,
  challenges,
  refusedCode,
  refusedLink,
  refusedRequest,
} from './challenges.ts';
import { codeAllowances, strangersCodeAllowances, tryAllowances } from './code-limits.ts';
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
import { mailLink } from './unlock-address.ts';

/** Sender with the language of their mails, and what limits them. */
export interface Sending {
  sender: Sender;
  language: Language;
  rateLimiter: RateLimiter;
  /** Queue for unknown browsers; none for calls of accounts. */
  queue?: WorkQueue;
  /** Words of the mail with the code; those of a sign-in unless they are given. */
  wording?: CodeWording;
}

/**
 * Mails a verification code, whether the address is known or not.
 * @throws {ApiError} `locked`, `tooSoon`, `tooMany` or `unavailable`; `linkNeeded` when others used
 *   up what the address is sent
 */
export async function requestCode(services: Services, sending: Sending): Promise<void> {
  const { sender, language, rateLimiter, wording } = sending;
  const { config, store, now } = services;
  const ofNetwork =
    sender.knownBrowser === null ? strangersCodeAllowances(config, sender.network) : [];
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const event = {
    type: 'code.request',
    at: now(),
    digest: codeDigests(services, sender, code)[0],
    visit: visitDigests(config, sender)?.[0] ?? null,
  } as const;
  await queued(sending, ofNetwork, async () => {
    await requirePossible(services, sender, event);
    await requireNetworkUnblocked(services, sending, event.at);
    const resetAt = await limitsResetAt(store.db, sender.email);
    const { own, shared, reserve } = codeAllowances(config, sender, resetAt);
    // Each in a transaction of its own, so that no two transactions lock limits in different orders.
    for (const others of [shared, reserve]) {
      const limits = [...ofNetwork, ...own, ...others];
      if (rateLimiter.isLimited(limits)) continue;
      try {
        return await store.transact(async (trx) => {
          const scope = { services, trx };
          await requireSecretInUse(trx, config);
          await rateLimiter.consume(trx, limits);
          const details = { code, language, ...(wording && { wording }) };
          await challenges.send(scope, await keyOf(scope, sender), event, details);
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== codes.tooMany) throw error;
      }
    }
    const isSignIn = sender.contactOf === undefined;
    rateLimiter.rejectIfLimited([...ofNetwork, ...own, ...(isSignIn ? [] : reserve)]);
    throw await mailLink(services, sending);
  });
}

/**
 * Requires that unknown browsers of the network did not enter five wrong codes for the address within
 * a day. Its owner may be in the same network, and is mailed the link.
 * @throws {ApiError} `locked`, or `tooMany` when no link is mailed
 */
async function requireNetworkUnblocked(services: Services, sending: Sending, at: number) {
  const { sender } = sending;
  if (!isStranger(sender)) return;
  const networks = networkDigests(services.config, sender);
  const ofNetwork = { email: sender.email, networks };
  const lockedUntil = await networkBlockedUntil(services.store.db, ofNetwork, at);
  if (lockedUntil === null) return;
  await mailLink(services, sending);
  throw new ApiError(codes.locked, { lockedUntil });
}

/**
 * Takes a code; `signIn` opens the session, in the same transaction, and answers its token.
 * @throws {ApiError} `wrongCode`, `expiredCode`, `locked`, `tooMany` or `unavailable`; a wrong try
 *   is counted all the same, for its sender at the address. `linkNeeded` when unknown browsers entered
 *   too many wrong codes for the address
 */
export async function submitCode(
  services: Services,
  sending: Sending,
  code: string,
  signIn: SignIn,
): Promise<string> {
  const { config, store } = services;
  const visits = visitDigests(config, sending.sender);
  // A browser that asked for a code has its five tries, whatever others of its network enter, and
  // goes before those who try at random.
  const hasAsked = (await askedBy(store.db, sending.sender, visits)) !== null;
  const limits = hasAsked ? [] : tryAllowances(config, sending.sender);
  const work = () => takeCode(services, sending, { code, limits, visits, signIn });
  const takesCode = () => (hasAsked ? work() : queued(sending, limits, work));
  try {
    return await takesCode();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== codes.linkNeeded) throw error;
    throw await mailLink(services, sending);
  }
}

type SignIn = (trx: Transaction<Schema>, at: number) => Promise<string>;

async function takeCode(
  services: Services,
  { sender, language, rateLimiter }: Sending,
  submitted: { code: string; limits: RateLimit[]; visits: Digests | null; signIn: SignIn },
): Promise<string> {
  const { config, store, now } = services;
  const { code, limits, visits, signIn } = submitted;
  const at = now();
  const { email } = sender;
  const networks = networkDigests(config, sender);
  await requireSecretInUse(store.db, config);
  // Before the code is looked at, so that of many at once none is looked at beyond the limit.
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
    const own = await keyOf(scope, sender);
    const key = (await askedBy(trx, sender, visits)) ?? own;
    const row = await challenges.send(scope, key, eventOf, details);
    if (token === null) {
      if (isCounted)
        await trx
          .insertInto('wrong_code')
          .values({ email, network: networks[0], entered_at: at })
          .execute();
      const action = row.locked_until === null ? 'signIn.fail' : 'signIn.lock';
      await recordAtAddress(services, trx, action, email);
    }
    return { token: token as string | null, row };
  });
  if (token === null) throw refusedCode(challenges.restore(row), eventOf(row));
  return token;
}

/**
 * Resets the limits of the address that was mailed the link with this token, and lifts all of its
 * locks; returns the address.
 * @throws {ApiError} `unknownLink`
 */
export async function liftLock(services: Services, token: string): Promise<string> {
  const digests = linkDigests(services.config, token);
  const addressOf = (db: Kysely<Schema>) =>
    db
      .selectFrom('address_limit')
      .select('email')
      .where('link_digest', 'in', digests)
      .union((or) => or.selectFrom('challenge').select('email').where('lift_digest', 'in', digests))
      .executeTakeFirst();
  // A token that was made up costs no transaction.
  if (!(await addressOf(services.store.db))) {
    await requireSecretInUse(services.store.db, services.config);
    throw refusedLink();
  }
  return services.store.transact(async (trx) => {
    const found = await addressOf(trx);
    if (!found) throw refusedLink();
    const { email } = found;
    const at = services.now();
    await lockAddressLimits(trx, email, at);
    // Of two calls with the link the second waited for the lock.
    if (!(await addressOf(trx))) throw refusedLink();
    // The link proves the mailbox, which every lock of the address asks for.
    await unlock({ services, trx }, email, (row) => ({
      type: 'mailbox.prove',
      at,
      digest: row.lift_digest ?? '',
    }));
    await resetAddressLimits(trx, email, at);
    await recordAtAddress(services, trx, 'signIn.lift', email);
    return email;
  });
}

/** Ends every lock and resets the limits of an address; returns whether it was blocked. */
export async function unlockChallenge(
  { services, trx }: Scope,
  email: string,
  by: Pick<ChallengeEvent & { type: 'address.unlock' }, 'role'>,
): Promise<boolean> {
  const at = services.now();
  const event = { type: 'address.unlock', at, ...by } as const;
  const limits = await lockAddressLimits(trx, email, at);
  const isUnlocked = await unlock({ services, trx }, email, () => event);
  if (by.role === 'lead') await resetAddressLimits(trx, email, at);
  return isUnlocked || hasFreshLink(limits, at);
}

/** Sends the event to all challenges of an address that take it; returns whether one did. */
async function unlock(
  scope: Scope,
  email: string,
  eventOf: (row: Schema['challenge']) => ChallengeEvent,
): Promise<boolean> {
  const rows = await scope.trx
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', email)
    .orderBy('sender')
    .execute();
  const locked = rows.filter((row) => challenges.restore(row).can(eventOf(row)));
  for (const row of locked) await challenges.send(scope, row, eventOf(row), {});
  return locked.length > 0;
}

/** Runs the work of unknown browsers in the queue, unless a limit was reached a moment ago. */
async function queued<T>(
  { sender, rateLimiter, queue }: Sending,
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

/**
 * Key of a sender's challenge. While `SECRET` is changed, processes with another order of it make
 * other keys: all of them choose the same row, and move it to the key under the first secret.
 */
async function keyOf(
  { services: { config, store }, trx }: Scope,
  { email, ...rest }: Sender,
): Promise<{ email: string; sender: string }> {
  const [sender, ...others] = senderKeys(config, { email, ...rest });
  if (others.length === 0) return { email, sender };
  const query = trx
    .selectFrom('challenge')
    .select('sender')
    .where('email', '=', email)
    .where('sender', 'in', [sender, ...others])
    .orderBy(({ fn, lit }) => fn.coalesce('locked_until', lit(0)), 'desc')
    .orderBy(({ fn, lit }) => fn.coalesce('sent_at', lit(0)), 'desc');
  const [row, ...doubles] = await store.forUpdate(query).execute();
  // Two processes can take the first calls of a sender at once, each under its own key.
  for (const double of doubles)
    await trx
      .deleteFrom('challenge')
      .where('email', '=', email)
      .where('sender', '=', double.sender)
      .execute();
  if (row !== undefined && row.sender !== sender)
    await trx
      .updateTable('challenge')
      .set({ sender })
      .where('email', '=', email)
      .where('sender', '=', row.sender)
      .execute();
  return { email, sender };
}

/** Key of the challenge whose code this browser asked for, in whichever network it was then. */
async function askedBy(db: Kysely<Schema>, { email }: Sender, visits: Digests | null) {
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

/** Digests of a code, as every release has stored them: a code that is on its way outlives an upgrade. */
function codeDigests({ config }: Services, sender: Sender, code: string): Digests {
  // One that confirms a contact signs nobody in.
  const purpose = sender.contactOf === undefined ? [] : ['contact code'];
  return signInDigests(config, ...purpose, sender.email, code);
}

/** Mails to strangers that may wait: a code that would leave minutes later is refused at once. */
const MOST_WAITING = 500;
/** Seconds after which that is worth another try. */
const RETRY_AFTER = 1;

/**
 * Refuses what the challenge will not take, and a stranger while the mail server is behind, without
 * a transaction.
 * @throws {ApiError} `locked`, `tooSoon` or `unavailable`
 */
export async function requirePossible(
  { config, store }: Services,
  sender: Sender,
  event: ChallengeEvent & { type: 'code.request' },
): Promise<void> {
  const row = await store.db
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', sender.email)
    .where('sender', '=', senderKeys(config, sender)[0])
    .executeTakeFirst();
  const challenge = row && challenges.restore(row);
  if (challenge && !challenge.can(event)) throw refusedRequest(challenge, event.at);
  if (!isStranger(sender)) return;
  const mails = { kind: 'mail', priority: 'prompt', at: event.at, count: MOST_WAITING } as const;
  if (await isBacklogged(store, mails))
    throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER });
}
