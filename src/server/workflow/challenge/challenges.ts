import { createHmac, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { transition } from 'xstate';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import {
  type ChallengeSnapshot,
  challengeMachine,
  MAX_WRONG_TRIES,
  RESEND_INTERVAL,
} from '#machines/challenge.machine.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { codeMail } from './code-mail.ts';

/**
 * Mails a verification code, whether the address is known or not.
 * @throws {ApiError} `locked` or `tooSoon`
 */
export async function requestCode(
  services: Services,
  email: string,
  language: Language,
): Promise<void> {
  const at = services.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const event = { type: 'code.request', at, digest: digestOf(services, email, code) } as const;
  await services.store.transact(async (trx) => {
    const challenge = await lockChallenge(services, trx, email);
    if (!challenge.can(event)) throw refusedRequest(challenge, at);
    await keepChallenge(trx, email, transition(challengeMachine, challenge, event)[0]);
    await postMail(trx, { ...codeMail(language, code), recipient: email, language, at });
  });
}

/** Opens a session, in the transaction that takes the code; answers its token. */
export type OpenSession = (trx: Transaction<Schema>, at: number) => Promise<string>;

/**
 * Exchanges a code for the login token that `openSession` answers.
 * @throws {ApiError} `wrongCode`, `expiredCode` or `locked`; a wrong try is counted all the same
 */
export async function submitCode(
  services: Services,
  email: string,
  code: string,
  openSession: OpenSession,
): Promise<string> {
  const at = services.now();
  const event = { type: 'code.submit', at, digest: digestOf(services, email, code) } as const;
  const outcome = await services.store.transact(async (trx) => {
    const challenge = await lockChallenge(services, trx, email);
    if (!challenge.can(event)) return refusedSubmission(challenge, at);
    const [next, effects] = transition(challengeMachine, challenge, event);
    await keepChallenge(trx, email, next);
    if (!effects.some(({ type }) => type === 'openSession')) return refusedSubmission(next, at);
    return openSession(trx, at);
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** Why no further code is sent: locked, or the last one left a moment ago. */
function refusedRequest(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, sentAt } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null)
    return new ApiError(codes.locked, { lockedUntil });
  const due = (sentAt ?? at) + RESEND_INTERVAL;
  return new ApiError(codes.tooSoon, { retryAfter: Math.ceil((due - at) / 1000) });
}

/** Why a code was not taken, told by the state it led to. */
function refusedSubmission(challenge: ChallengeSnapshot, at: number): ApiError {
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

async function lockChallenge(
  { store }: Services,
  trx: Transaction<Schema>,
  email: string,
): Promise<ChallengeSnapshot> {
  await trx
    .insertInto('challenge')
    .values({
      email,
      state: 'idle',
      digest: null,
      sent_at: null,
      wrong_tries: 0,
      locked_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await store
    .forUpdate(trx.selectFrom('challenge').selectAll().where('email', '=', email))
    .executeTakeFirstOrThrow();
  return challengeMachine.resolveState({
    value: row.state,
    context: {
      digest: row.digest,
      sentAt: row.sent_at,
      wrongTries: row.wrong_tries,
      lockedUntil: row.locked_until,
    },
  });
}

async function keepChallenge(
  trx: Transaction<Schema>,
  email: string,
  { value, context }: ChallengeSnapshot,
): Promise<void> {
  await trx
    .updateTable('challenge')
    .set({
      state: value,
      digest: context.digest,
      sent_at: context.sentAt,
      wrong_tries: context.wrongTries,
      locked_until: context.lockedUntil,
    })
    .where('email', '=', email)
    .execute();
}
