import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { renderSVG } from 'uqr';
import { codes } from '#contract/codes.ts';
import { LOCK_DURATION, MAX_WRONG_TRIES } from '#machines/challenge.machine.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { seal, unseal } from './sealed.ts';
import { recoveryCodeUsed, secondFactorSetUp } from './security-mails.ts';
import { postSecurityNotice } from './security-notice.ts';
import { base32, matchingStep, newSecret, otpauthUri } from './totp.ts';

const RECOVERY_CODES = 10;
const RECOVERY_HALF = 5;

/**
 * Makes a secret that waits for its confirmation.
 * @throws {ApiError} `forbidden` when a factor is set up that this session has not given
 */
export async function beginSecondFactor({ store, config }: Services, account: Account) {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const secret = newSecret();
  const pending = { pending_secret: seal(config, secret) };
  await store.db
    .insertInto('second_factor')
    .values({
      account_id: account.id,
      secret: null,
      last_step: 0,
      wrong_tries: 0,
      locked_until: null,
      ...pending,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
    .execute();
  const uri = otpauthUri(secret, account.email, config.HOLDER_NAME);
  return { secret: base32(secret), uri, svg: renderSVG(uri) };
}

/**
 * The pending secret becomes the account's; answers new recovery codes.
 * @throws {ApiError} `wrongCode` or `locked`
 */
export async function confirmSecondFactor(
  services: Services,
  account: Account,
  { code, token }: { code: string; token: string },
): Promise<string[]> {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const at = services.now();
  return attempt(services, account, async (trx, factor) => {
    if (factor.pending_secret === null) return null;
    const secret = unseal(services.config, factor.pending_secret);
    const step = secret && matchingStep(secret, code, { at, lastStep: 0 });
    if (step === null) return null;
    await trx
      .updateTable('second_factor')
      .set({ secret: factor.pending_secret, pending_secret: null, last_step: step, wrong_tries: 0 })
      .where('account_id', '=', account.id)
      .execute();
    await trx.deleteFrom('recovery_code').where('account_id', '=', account.id).execute();
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await trx
      .insertInto('recovery_code')
      .values(recoveryCodes.map((one) => ({ account_id: account.id, digest: digestOf(one) })))
      .execute();
    await completeSession(trx, token, at);
    await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.setUp' });
    await postSecurityNotice(services, trx, account.id, secondFactorSetUp);
    return recoveryCodes;
  });
}

/**
 * Completes a session with a code of the app, or with a recovery code, which is used up.
 * @throws {ApiError} `wrongCode` or `locked`
 */
export async function giveSecondFactor(
  services: Services,
  account: Account,
  { code, token }: { code: string; token: string },
): Promise<void> {
  const at = services.now();
  await attempt(services, account, async (trx, factor) => {
    if (factor.secret === null) return null;
    const secret = unseal(services.config, factor.secret);
    const step = secret && matchingStep(secret, code, { at, lastStep: factor.last_step });
    if (step === null && !(await spendRecoveryCode(trx, account, code))) return null;
    await trx
      .updateTable('second_factor')
      .set({ last_step: step ?? factor.last_step, wrong_tries: 0, locked_until: null })
      .where('account_id', '=', account.id)
      .execute();
    await completeSession(trx, token, at);
    if (step !== null) return true;
    await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.recoveryCode' });
    const left = await codesLeft(trx, account);
    await postSecurityNotice(services, trx, account.id, (language, facts) =>
      recoveryCodeUsed(language, { ...facts, left }),
    );
    return true;
  });
}

/** How an account's second factor stands. */
export async function secondFactorState({ store }: Services, account: Account) {
  const factor = await store.db
    .selectFrom('second_factor')
    .select('secret')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  return {
    isSetUp: Boolean(factor?.secret),
    recoveryCodesLeft: await codesLeft(store.db, account),
  };
}

async function codesLeft(db: Kysely<Schema>, { id }: Account): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forgets an account's second factor, also where it was given: its sessions set up another. */
export async function forgetSecondFactor(
  trx: Transaction<Schema>,
  accountId: string,
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('second_factor').where('account_id', '=', accountId).execute();
  await trx
    .updateTable('session')
    .set({ second_factor_at: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Tries a code; null counts as wrong, and too many wrong ones in a row lock the factor. */
async function attempt<T>(
  { store, now }: Services,
  account: Account,
  work: (trx: Transaction<Schema>, factor: Schema['second_factor']) => Promise<T | null>,
): Promise<T> {
  const at = now();
  const outcome = await store.transact(async (trx) => {
    const factor = await store
      .forUpdate(trx.selectFrom('second_factor').selectAll().where('account_id', '=', account.id))
      .executeTakeFirst();
    if (!factor) return new ApiError(codes.wrongCode);
    if (factor.locked_until !== null && at < factor.locked_until)
      return new ApiError(codes.locked, { lockedUntil: factor.locked_until });
    const done = await work(trx, factor);
    if (done !== null) return done;
    const wrongTries = factor.wrong_tries + 1;
    const isLocked = wrongTries >= MAX_WRONG_TRIES;
    const lockedUntil = isLocked ? at + LOCK_DURATION : null;
    await trx
      .updateTable('second_factor')
      .set({ wrong_tries: isLocked ? 0 : wrongTries, locked_until: lockedUntil })
      .where('account_id', '=', account.id)
      .execute();
    return lockedUntil === null
      ? new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrongTries })
      : new ApiError(codes.locked, { lockedUntil });
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

async function spendRecoveryCode(trx: Transaction<Schema>, { id }: Account, code: string) {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('account_id', '=', id)
    .where('digest', '=', digestOf(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

async function completeSession(trx: Transaction<Schema>, token: string, at: number) {
  await trx
    .updateTable('session')
    .set({ second_factor_at: at })
    .where('token_digest', '=', digestOf(token))
    .execute();
}

/** 50 bits in two groups, of letters and digits that are not mistaken for each other. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 2 * RECOVERY_HALF);
  return `${text.slice(0, RECOVERY_HALF)}-${text.slice(RECOVERY_HALF)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
