import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { ChallengeEvent } from '#machines/challenge.machine.ts';
import type { Allowance, Allowances } from '#server/platform/http/allowances.ts';
import type { Turns } from '#server/platform/http/turns.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Scope, Services } from '#server/platform/store/services.ts';
import { recordAtAddress } from './access-log.ts';
import { type CodeWording, challenges } from './challenges.ts';
import { codeAllowances, tryAllowances } from './code-allowances.ts';
import { refusedCode, refusedLink } from './refused-codes.ts';
import { requirePossible } from './require-possible.ts';
import {
  type Digests,
  digestAs,
  type Sender,
  senderKeys,
  signInDigests,
  visitDigests,
} from './senders.ts';

/** Sender with the language of their mails, and what limits them. */
export interface Sending {
  sender: Sender;
  language: Language;
  allowances: Allowances;
  /** Turns that strangers wait for; who is signed in waits for none. */
  turns?: Turns;
  /** Words of the mail with the code; those of a sign-in unless they are given. */
  wording?: CodeWording;
}

/**
 * Mails a verification code, whether the address is known or not.
 * @throws {ApiError} `locked`, `tooSoon`, `tooMany` or `unavailable`
 */
export async function requestCode(services: Services, sending: Sending): Promise<void> {
  const { sender, language, allowances, wording } = sending;
  const { config, store, now } = services;
  const limits = codeAllowances(config, sender);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const event = {
    type: 'code.request',
    at: now(),
    digest: codeDigests(services, sender, code)[0],
    visit: visitDigests(config, sender)?.[0] ?? null,
  } as const;
  await inTurn(sending, limits, async () => {
    await requirePossible(services, sender, event);
    await store.transact(async (trx) => {
      const scope = { services, trx };
      await allowances.take(trx, limits);
      const details = { code, language, ...(wording && { wording }) };
      await challenges.send(scope, await keyOf(scope, sender), event, details);
    });
  });
}

/**
 * Takes a code; `signIn` opens the session, in the same transaction, and answers its token.
 * @throws {ApiError} `wrongCode`, `expiredCode`, `locked`, `tooMany` or `unavailable`; a wrong try
 *   is counted all the same, for its sender at the address, and for the network it comes from
 */
export async function submitCode(
  services: Services,
  sending: Sending,
  code: string,
  signIn: SignIn,
): Promise<string> {
  const { config, store } = services;
  const limits = tryAllowances(config, sending.sender);
  const visits = visitDigests(config, sending.sender);
  const work = () => takeCode(services, sending, { code, limits, visits, signIn });
  // Who asked for a code with this browser goes before those who try at random.
  const isFirst = async () => (await askedBy(store.db, sending.sender, visits)) !== null;
  return inTurn(sending, limits, work, isFirst);
}

type SignIn = (trx: Transaction<Schema>, at: number) => Promise<string>;

async function takeCode(
  services: Services,
  { sender, language, allowances }: Sending,
  submitted: { code: string; limits: Allowance[]; visits: Digests | null; signIn: SignIn },
): Promise<string> {
  const { store, now } = services;
  const { code, limits, visits, signIn } = submitted;
  const at = now();
  // Before the code is looked at, so that of many at once none is looked at beyond the limit.
  await store.transact((trx) => allowances.take(trx, limits));
  const liftToken = randomBytes(32).toString('base64url');
  const digests = codeDigests(services, sender, code);
  const eventOf = (row: Pick<Schema['challenge'], 'digest' | 'visit'>) =>
    ({
      type: 'code.submit',
      at,
      digest: digestAs(row.digest, digests),
      visit: visits && digestAs(row.visit, visits),
      liftDigest: linkDigests(services, liftToken)[0],
    }) as const;
  const { token, row } = await store.transact(async (trx) => {
    const scope = { services, trx };
    let token: string | null = null;
    const openSession = async () => {
      token = await signIn(trx, at);
      for (const limit of limits) await allowances.giveBack(trx, limit);
    };
    const isSignIn = sender.contactOf === undefined;
    const details = { language, openSession, ...(isSignIn && { liftToken }) };
    const own = await keyOf(scope, sender);
    const key = (await askedBy(trx, sender, visits)) ?? own;
    const row = await challenges.send(scope, key, eventOf, details);
    if (token === null) {
      const action = row.locked_until === null ? 'signIn.fail' : 'signIn.lock';
      await recordAtAddress(services, trx, action, sender.email);
    }
    return { token: token as string | null, row };
  });
  if (token === null) throw refusedCode(challenges.restore(row), eventOf(row));
  return token;
}

/**
 * Lifts the lock whose mail had the link with this token; answers the address.
 * @throws {ApiError} `unknownLink`
 */
export async function liftLock(services: Services, token: string): Promise<string> {
  const digests = linkDigests(services, token);
  const ofLink = (db: Kysely<Schema>) =>
    db
      .selectFrom('challenge')
      .select(['email', 'sender', 'lift_digest'])
      .where('lift_digest', 'in', digests)
      .executeTakeFirst();
  // A token that was made up costs no transaction.
  if (!(await ofLink(services.store.db))) throw refusedLink();
  return services.store.transact(async (trx) => {
    const row = await ofLink(trx);
    if (!row) throw refusedLink();
    const digest = digestAs(row.lift_digest, digests);
    const event = { type: 'mailbox.prove', at: services.now(), digest } as const;
    await challenges.send({ services, trx }, row, event, {});
    await recordAtAddress(services, trx, 'signIn.lift', row.email);
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

/** Does what strangers ask for in turn; a limit that was reached a moment ago needs none. */
async function inTurn<T>(
  { sender, allowances, turns }: Sending,
  limits: readonly Allowance[],
  work: () => Promise<T>,
  isFirst?: () => Promise<boolean>,
): Promise<T> {
  allowances.requireUnrefused(limits);
  if (turns === undefined || sender.knownBrowser !== null || (await isFirst?.())) return work();
  return turns.take(sender.network, () => {
    allowances.requireUnrefused(limits);
    return work();
  });
}

/** Key of a sender's challenge, which the secret before may have made. */
async function keyOf({ services: { config }, trx }: Scope, { email, ...rest }: Sender) {
  const [sender, ...before] = senderKeys(config, { email, ...rest });
  if (before.length > 0)
    await trx
      .updateTable('challenge')
      .set({ sender })
      .where('challenge.email', '=', email)
      .where('sender', 'in', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('challenge as own')
              .select('own.sender')
              .where('own.email', '=', email)
              .where('own.sender', '=', sender),
          ),
        ),
      )
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

function linkDigests({ config }: Services, token: string): Digests {
  return signInDigests(config, 'link', token);
}
