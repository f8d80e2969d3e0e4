import { createHmac, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import {
  type ChallengeEvent,
  type ChallengeSnapshot,
  challengeMachine,
} from '#machines/challenge.machine.ts';
import { CODE_LIFETIME, MAX_WRONG_TRIES, RESEND_INTERVAL } from '#machines/limits.ts';
import type { Allowances } from '#server/platform/http/allowances.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { postMail, withdrawMails } from '#server/platform/jobs/outbox.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { codeAllowances, tryAllowance } from './code-allowances.ts';
import { codeMail } from './code-mail.ts';

type Row = Schema['challenge'];

interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

interface Details {
  /** The code that is mailed, in a language. */
  mail?: { code: string; language: Language };
  /** Opens the session of whoever gave the right code. */
  openSession?: (trx: Transaction<Schema>) => Promise<void>;
}

const blank = {
  state: 'idle',
  digest: null,
  sent_at: null,
  wrong_tries: 0,
  locked_until: null,
} as const;

const challenges = durableMachine<typeof challengeMachine, Scope, string, Row, Details>(
  challengeMachine,
  {
    async load({ services: { store }, trx }, email) {
      await trx
        .insertInto('challenge')
        .values({ email, ...blank })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return store
        .forUpdate(trx.selectFrom('challenge').selectAll().where('email', '=', email))
        .executeTakeFirstOrThrow();
    },

    read: ({ state, digest, sent_at, wrong_tries, locked_until }) => ({
      state,
      context: { digest, sentAt: sent_at, wrongTries: wrong_tries, lockedUntil: locked_until },
    }),

    save: ({ trx }, { row }, { state, context }) =>
      trx
        .updateTable('challenge')
        .set({
          state: state as Row['state'],
          digest: context.digest,
          sent_at: context.sentAt,
          wrong_tries: context.wrongTries,
          locked_until: context.lockedUntil,
        })
        .where('email', '=', row.email)
        .returningAll()
        .executeTakeFirstOrThrow(),

    refuse: (_, { event, before }) =>
      event.type === 'code.request'
        ? refusedRequest(before, event.at)
        : refusedCode(before, event.at),

    effects: {
      async mailCode({ trx }, { event, row, details: { mail } }) {
        if (!mail || !event) throw new Error('No code is there to be mailed');
        const { code, language } = mail;
        const text = codeMail(language, code);
        await postMail(trx, {
          ...text,
          recipient: row.email,
          language,
          at: event.at,
          topic: topicOf(row),
          validUntil: event.at + CODE_LIFETIME,
          priority: (await hasAccount(trx, row.email)) ? 'urgent' : 'prompt',
        });
      },
      withdrawCode: ({ trx }, { event, row }) => withdrawMails(trx, topicOf(row), event?.at ?? 0),
      async openSession({ trx }, { details }) {
        await details.openSession?.(trx);
      },
    },
  },
);

/** Mails of codes of one row: the last one alone is worth something. */
const topicOf = ({ email }: Row) => `code for ${email}`;

/** Who signed in before need not wait behind addresses that somebody made up. */
async function hasAccount(trx: Transaction<Schema>, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sender of a request for a code, or of a code. */
export interface Sender {
  email: string;
  /** Network that the request comes from. */
  network: string;
  allowances: Allowances;
}

/**
 * Mails a verification code, whether the address is known or not.
 * @throws {ApiError} `locked`, `tooSoon` or `tooMany`
 */
export async function requestCode(
  services: Services,
  { email, network, allowances }: Sender,
  language: Language,
): Promise<void> {
  const limits = codeAllowances(services.config, email, network);
  allowances.requireUnrefused(limits);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const digest = digestOf(services, email, code);
  const event = { type: 'code.request', at: services.now(), digest } as const;
  await services.store.transact(async (trx) => {
    await allowances.take(trx, limits);
    await challenges.send({ services, trx }, email, event, { mail: { code, language } });
  });
}

/**
 * Takes a code; `signIn` opens the session, in the same transaction, and answers its token.
 * @throws {ApiError} `wrongCode`, `expiredCode`, `locked` or `tooMany`; a wrong try is counted all
 *   the same, for the address and for the network it comes from
 */
export async function submitCode(
  services: Services,
  { email, network, allowances }: Sender,
  code: string,
  signIn: (trx: Transaction<Schema>, at: number) => Promise<string>,
): Promise<string> {
  const at = services.now();
  const limit = tryAllowance(services.config, network);
  allowances.requireUnrefused([limit]);
  // Before the code is looked at, so that of many at once none is looked at beyond the limit.
  await services.store.transact((trx) => allowances.take(trx, [limit]));
  const event = { type: 'code.submit', at, digest: digestOf(services, email, code) } as const;
  const { token, row } = await services.store.transact(async (trx) => {
    let token: string | null = null;
    const openSession = async () => {
      token = await signIn(trx, at);
      await allowances.giveBack(trx, limit);
    };
    const row = await challenges.send({ services, trx }, email, event, { openSession });
    return { token: token as string | null, row };
  });
  if (token === null) throw refusedCode(challenges.restore(row), at);
  return token;
}

/** Ends the lock of an address; answers whether it was locked. */
export async function unlockChallenge(
  scope: Scope,
  email: string,
  by: Pick<ChallengeEvent & { type: 'address.unlock' }, 'role'>,
): Promise<boolean> {
  const event = { type: 'address.unlock', at: scope.services.now(), ...by } as const;
  const row = await scope.trx
    .selectFrom('challenge')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (!row || !challenges.restore(row).can(event)) return false;
  await challenges.send(scope, email, event, {});
  return true;
}

/** Why no further code is sent: locked, or the last one left a moment ago. */
function refusedRequest(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, sentAt } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null)
    return new ApiError(codes.locked, { lockedUntil });
  const due = (sentAt ?? at) + RESEND_INTERVAL;
  return new ApiError(codes.tooSoon, { retryAfter: Math.ceil((due - at) / 1000) });
}

/** Reason for not accepting a code, by the state it led to. */
function refusedCode(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, wrongTries } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null && at < lockedUntil)
    return new ApiError(codes.locked, { lockedUntil });
  // A code could still be entered: then the one that was entered is wrong.
  if (challenge.can({ type: 'code.submit', at, digest: '' }))
    return new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrongTries });
  return new ApiError(codes.expiredCode);
}

function digestOf({ config }: Services, email: string, code: string): string {
  return createHmac('sha256', config.SECRET).update(`${email}\n${code}`).digest('hex');
}
