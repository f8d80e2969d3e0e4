import type { Transaction } from 'kysely';
import { renderSVG } from 'uqr';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import type { SecondFactorEvent } from '#machines/second-factor.machine.ts';
import { digestOf, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import {
  base32,
  isRecoveryCode,
  matchingStep,
  newRecoveryCodes,
  newSecret,
  otpauthUri,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from './one-time-codes.ts';
import { passkeysOf, relyingParty } from './passkey-store.ts';
import {
  type Details,
  type Holder,
  lockedFactor,
  type SecondFactorRow,
  secondFactors,
} from './second-factor-machine.ts';

/** As the machine starts. */
const blank = { secret: null, last_step: 0, wrong_tries: 0, locked_until: null } as const;

/**
 * Makes a secret that waits for its confirmation.
 * @throws {ApiError} `forbidden` when a factor is set up that this session has not given
 */
export async function beginSecondFactor(services: Services, account: Account) {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const { store, config, now } = services;
  const secret = newSecret();
  const pending = seal(config, secret);
  await store.transact(async (trx) => {
    const scope = { services, trx };
    await requireSecretInUse(trx, config);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('second_factor')
      .values({ account_id: account.id, ...blank, pending_secret: pending })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return;
    await secondFactors.send(
      scope,
      account.id,
      { type: 'factor.begin', at: now() },
      { account, pending },
    );
  });
  const uri = otpauthUri(secret, account.email, config.HOLDER_NAME);
  return { secret: base32(secret), uri, svg: renderSVG(uri) };
}

/**
 * The pending secret becomes the account's; answers new recovery codes. The code that did so, once
 * more: its answer was lost, and with it the recovery codes, but it is no wrong one.
 * @throws {ApiError} `wrongCode`, `usedCode` or `locked`
 */
export async function confirmSecondFactor(
  services: Services,
  account: Account,
  given: { code: string; token: string },
): Promise<string[]> {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const recoveryCodes = newRecoveryCodes();
  const at = services.now();
  await attempt(services, { account, given, recoveryCodes }, (row) => {
    const { pending_secret, secret, last_step } = row;
    if (pending_secret === null && stepOf(services.config, secret, given.code, at) === last_step)
      throw new ApiError(codes.usedCode);
    const step = stepOf(services.config, pending_secret, given.code, at);
    return { type: 'factor.confirm', at, proof: step === null ? null : { step } };
  });
  return recoveryCodes;
}

/**
 * Completes a session with a code of the app, or with a recovery code, which is used up.
 *
 * A code of the app completes one session, once (RFC 6238 §5.2). When the one that was taken last
 * comes once more, while the clock still allows it, it is not counted as wrong: it tells that
 * somebody has the app. The session that it completed (a double click, a lost answer) is answered
 * as before, and its factor is no fresher for it; any other session is refused with `usedCode`.
 * A code of an earlier step is a wrong one.
 * @throws {ApiError} `wrongCode`, `usedCode` or `locked`
 */
export async function giveSecondFactor(
  services: Services,
  account: Account,
  given: { code: string; token: string },
): Promise<void> {
  const at = services.now();
  await attempt(services, { account, given }, async ({ secret, last_step }, trx) => {
    const { code, token } = given;
    const matching = stepOf(services.config, secret, code, at);
    if (matching === last_step && (await wasCompletedBy(trx, token, matching))) return 'repeated';
    const step = matching !== null && matching >= last_step ? matching : null;
    const isRecovery =
      secret !== null && step === null && (await isRecoveryCode(trx, account.id, code));
    const proof = step === null ? (isRecovery ? 'recoveryCode' : null) : { step };
    return { type: 'factor.give', at, proof };
  });
}

/** Sends what a code or a passkey proves; throws when it proves nothing, which is counted all the same. */
export async function attempt(
  services: Services,
  details: Details,
  eventOf: (
    row: SecondFactorRow,
    trx: Transaction<Schema>,
  ) => SecondFactorEvent | 'repeated' | Promise<SecondFactorEvent | 'repeated'>,
  wrong: typeof codes.wrongCode | typeof codes.wrongPasskey = codes.wrongCode,
): Promise<void> {
  const row = await services.store.transact(async (trx) => {
    const scope = { services, trx };
    await requireSecretInUse(trx, services.config);
    // It stays locked until the transaction ends, and is the same when it is loaded once more.
    const event = await eventOf(await lockedFactor(scope, details.account.id), trx);
    if (event === 'repeated') return null;
    const after = await secondFactors.send(scope, details.account.id, event, details);
    if ('proof' in event && event.proof !== null) return null;
    await appendAuditEvent(services, trx, {
      by: details.account,
      action: 'secondFactor.fail',
      ...(after.locked_until !== null && { detail: 'locked' }),
    });
    return after;
  });
  if (!row) return;
  const { wrong_tries, locked_until: lockedUntil } = row;
  throw lockedUntil === null
    ? new ApiError(wrong, { triesLeft: MAX_WRONG_TRIES - wrong_tries })
    : new ApiError(codes.locked, { lockedUntil });
}

/** Ends the lock of an account's second factor; answers whether it was locked. */
export async function unlockSecondFactor(
  scope: Scope,
  account: Holder,
  { role }: { role: 'lead' | 'reviewer' },
): Promise<boolean> {
  const at = scope.services.now();
  const row = await scope.trx
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  const event = { type: 'factor.unlock', at, role } as const;
  if (!row || !secondFactors.restore(row).can(event)) return false;
  await secondFactors.send(scope, account.id, event, { account });
  return true;
}

/** Returns true when the code of this step is the last that was given in the session. */
async function wasCompletedBy(
  trx: Transaction<Schema>,
  token: string,
  step: number,
): Promise<boolean> {
  const session = await trx
    .selectFrom('session')
    .select('second_factor_step')
    .where('token_digest', '=', digestOf(token))
    .executeTakeFirst();
  return session?.second_factor_step === step;
}

/** The step that a code belongs to; null of a secret that is not there or no longer readable. */
function stepOf(
  config: Services['config'],
  sealed: string | null,
  code: string,
  at: number,
): number | null {
  const secret = sealed === null ? null : unseal(config, sealed);
  return secret && matchingStep(secret, code, at);
}

/** Reads the state of an account's second factor. */
export async function secondFactorState({ store, config }: Services, account: Account) {
  const factor = await store.db
    .selectFrom('second_factor')
    .select('secret')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  return {
    isSetUp: Boolean(factor?.secret),
    recoveryCodesLeft: await recoveryCodesLeft(store.db, account.id),
    offersPasskeys: relyingParty(config) !== null,
    passkeys: (await passkeysOf(store.db, account.id)).map((one) => ({
      id: one.id,
      name: one.name,
      createdAt: one.created_at,
      lastUsedAt: one.last_used_at,
    })),
  };
}

/** Forgets an account's second factor: who signs in next sets up another. */
export async function forgetSecondFactor(scope: Scope, accountId: string): Promise<void> {
  const { trx } = scope;
  await replaceRecoveryCodes(trx, accountId, []);
  await trx.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('second_factor').where('account_id', '=', accountId).execute();
}

/** The staff's second factor: set up once, given at every sign-in. */
export function secondFactorRoutes(route: Route, services: Services): void {
  route(endpoints.secondFactorState, (_, { account }) => secondFactorState(services, account));

  route(endpoints.secondFactorBegin, (_, { account }) => beginSecondFactor(services, account));

  route(endpoints.secondFactorConfirm, async ({ code }, { account, request }) => {
    const token = String(request.headers[LOGIN_HEADER]);
    return { recoveryCodes: await confirmSecondFactor(services, account, { code, token }) };
  });

  route(endpoints.secondFactorGive, async ({ code }, { account, request }) => {
    await giveSecondFactor(services, account, {
      code,
      token: String(request.headers[LOGIN_HEADER]),
    });
    return null;
  });
}
