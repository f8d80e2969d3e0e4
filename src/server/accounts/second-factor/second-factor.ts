import type { Transaction } from 'kysely';
import { renderSVG } from 'uqr';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import type { SecondFactorEvent } from '#machines/second-factor.machine.ts';
import { digestOf, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { mailSecurity, securityMails } from '#server/accounts/staff/staff-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { isUnchanged } from '#server/platform/audit/covered-rows.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import { deleteRows, findRow, insertMissing } from '#server/platform/database/rows.ts';
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
  sessionsOfRecoveryCode,
} from './one-time-codes.ts';
import { passkeysOf, relyingParty } from './passkey-store.ts';
import {
  type Details,
  type Holder,
  lockedFactor,
  type SecondFactorRow,
  secondFactors,
} from './second-factor-machine.ts';

const blank = { secret: null, last_step: 0, wrong_tries: 0, locked_until: null } as const;

async function beginSecondFactor(services: Services, account: Account) {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const { store, config, now } = services;
  const secret = newSecret();
  const pending = seal(config, secret);
  await store.transact(async (trx) => {
    const scope = { services, trx };
    await requireSecretInUse(trx, config);
    const added = await insertMissing(trx, 'second_factor', {
      account_id: account.id,
      ...blank,
      pending_secret: pending,
    });
    if (added > 0) return;
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
 * Confirms the pending secret and returns new recovery codes. Repeating the confirming code throws
 * `usedCode` and does not count as wrong; recovery codes of a lost response are not returned again.
 * @throws {ApiError} `wrongCode`, `usedCode` or `locked`
 */
async function confirmSecondFactor(
  services: Services,
  account: Account,
  submitted: { code: string; token: string },
): Promise<string[]> {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const recoveryCodes = newRecoveryCodes();
  const at = services.now();
  await submitProof(services, { account, submitted, recoveryCodes }, (row) => {
    const { pending_secret, secret, last_step } = row;
    if (
      pending_secret === null &&
      stepOf(services.config, secret, submitted.code, at) === last_step
    )
      throw new ApiError(codes.usedCode);
    const step = stepOf(services.config, pending_secret, submitted.code, at);
    return { type: 'factor.confirm', at, proof: step === null ? null : { step } };
  });
  return recoveryCodes;
}

/**
 * Completes a session with a code of the app or with a recovery code.
 *
 * A code completes only one session (RFC 6238 §5.2). Repeating the last code of the app or a used
 * recovery code is not counted as a wrong code. In the session that the code completed, it succeeds
 * (a double click, or a retry) without renewing `second_factor_at`; other sessions get `usedCode`.
 * A code of an earlier time step is wrong.
 * @throws {ApiError} `wrongCode`, `usedCode` or `locked`
 */
async function giveSecondFactor(
  services: Services,
  account: Account,
  submitted: { code: string; token: string },
): Promise<void> {
  const { code, token } = submitted;
  const at = services.now();
  await requireGenuine(services, 'recovery_code', [account.id, digestOf(code)]);
  await submitProof(services, { account, submitted }, async ({ secret, last_step }, trx) => {
    const matching = stepOf(services.config, secret, code, at);
    const completed = { token_digest: digestOf(token), second_factor_step: matching };
    if (matching === last_step && (await findRow(trx, 'session', completed))) return 'repeated';
    const step = matching !== null && matching >= last_step ? matching : null;
    const isRecovery =
      secret !== null && step === null && (await isRecoveryCode(trx, account.id, code));
    if (step === null && !isRecovery) {
      const spentIn = await sessionsOfRecoveryCode(trx, account.id, code);
      if (spentIn.includes(digestOf(token))) return 'repeated';
      if (spentIn.length > 0) throw new ApiError(codes.usedCode);
    }
    const proof = step === null ? (isRecovery ? 'recoveryCode' : null) : { step };
    return { type: 'factor.give', at, proof };
  });
}

/** Sends a code or passkey to the machine. Throws for a wrong one after its count was committed. */
export async function submitProof(
  services: Services,
  details: Details,
  eventOf: (
    row: SecondFactorRow,
    trx: Transaction<Schema>,
  ) => SecondFactorEvent | 'repeated' | Promise<SecondFactorEvent | 'repeated'>,
  wrong: typeof codes.wrongCode | typeof codes.wrongPasskey = codes.wrongCode,
): Promise<void> {
  await requireGenuine(services, 'second_factor', [details.account.id], wrong);
  const row = await services.store.transact(async (trx) => {
    const scope = { services, trx };
    await requireSecretInUse(trx, services.config);
    // `lockedFactor` locks the row until the commit, so `send` starts from the state `eventOf` saw.
    const event = await eventOf(await lockedFactor(scope, details.account.id), trx);
    if (event === 'repeated') return null;
    const after = await secondFactors.send(scope, details.account.id, event, details);
    if ('proof' in event && event.proof !== null) return null;
    await appendAuditEvent(services, trx, {
      by: details.account,
      action: 'secondFactor.fail',
      ...(after.locked_until !== null && { detail: 'locked' }),
    });
    if (after.locked_until !== null)
      await mailSecurity(scope, details.account.id, securityMails.secondFactorLocked());
    return after;
  });
  if (!row) return;
  const { wrong_tries, locked_until: lockedUntil } = row;
  throw lockedUntil === null
    ? new ApiError(wrong, { triesLeft: MAX_WRONG_TRIES - wrong_tries })
    : new ApiError(codes.locked, { lockedUntil });
}

/**
 * Rejects a factor, recovery code or passkey that was written into the database by hand.
 * @throws {ApiError} `wrongCode` or `wrongPasskey`
 */
export async function requireGenuine(
  { store }: Services,
  table: 'second_factor' | 'recovery_code' | 'passkey',
  key: string[],
  wrong: typeof codes.wrongCode | typeof codes.wrongPasskey = codes.wrongCode,
): Promise<void> {
  if (!(await isUnchanged(store, table, key))) throw new ApiError(wrong);
}

export async function unlockSecondFactor(
  scope: Scope,
  account: Holder,
  { role }: { role: 'lead' | 'reviewer' },
): Promise<boolean> {
  const at = scope.services.now();
  const row = await findRow(scope.trx, 'second_factor', { account_id: account.id });
  const event = { type: 'factor.unlock', at, role } as const;
  if (!row || !secondFactors.restore(row).can(event)) return false;
  await secondFactors.send(scope, account.id, event, { account });
  return true;
}

function stepOf(
  config: Services['config'],
  sealed: string | null,
  code: string,
  at: number,
): number | null {
  const secret = sealed === null ? null : unseal(config, sealed);
  return secret && matchingStep(secret, code, at);
}

async function secondFactorState({ store, config }: Services, account: Account) {
  const factor = await findRow(store.db, 'second_factor', { account_id: account.id });
  return {
    isSetUp: Boolean(factor?.secret),
    recoveryCodesLeft: await recoveryCodesLeft(store.db, account.id),
    offersPasskeys: relyingParty(config) !== null,
    passkeys: (await passkeysOf(store.db, account.id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
    })),
  };
}

export async function forgetSecondFactor({ trx }: Scope, accountId: string): Promise<void> {
  await replaceRecoveryCodes(trx, accountId, []);
  await deleteRows(trx, 'passkey', { account_id: accountId });
  await deleteRows(trx, 'second_factor', { account_id: accountId });
}

export function secondFactorRoutes(route: Route, services: Services): void {
  route(endpoints.secondFactorState, (_, { account }) => secondFactorState(services, account));

  route(endpoints.secondFactorBegin, (_, { account }) => beginSecondFactor(services, account));

  route(endpoints.secondFactorConfirm, async ({ code }, { account, token }) => ({
    recoveryCodes: await confirmSecondFactor(services, account, { code, token }),
  }));

  route(endpoints.secondFactorGive, ({ code }, { account, token }) =>
    giveSecondFactor(services, account, { code, token }),
  );
}
