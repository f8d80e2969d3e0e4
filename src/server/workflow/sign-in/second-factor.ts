import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { renderSVG } from 'uqr';
import { codes } from '#contract/codes.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';
import { type SecondFactorEvent, secondFactorMachine } from '#machines/second-factor.machine.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { seal, unseal } from './sealed.ts';
import { recoveryCodeUsed, secondFactorSetUp } from './security-mails.ts';
import { postSecurityNotice } from './security-notice.ts';
import { base32, matchingStep, newSecret, otpauthUri } from './totp.ts';

const RECOVERY_HALF = 5;

type Row = Schema['second_factor'];

interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

type Holder = Pick<Account, 'id' | 'email'>;

interface Details {
  account: Holder;
  /** Sealed, of a secret that is shown. */
  pending?: string;
  /** Code that was entered, and the token of its session. */
  given?: { code: string; token: string };
  /** In place of those before, once the secret is confirmed. */
  recoveryCodes?: readonly string[];
}

/** As the machine starts. */
const blank = { secret: null, last_step: 0, wrong_tries: 0, locked_until: null } as const;

const secondFactors = durableMachine<typeof secondFactorMachine, Scope, string, Row, Details>(
  secondFactorMachine,
  {
    async load({ services: { store }, trx }, accountId) {
      const query = trx.selectFrom('second_factor').selectAll().where('account_id', '=', accountId);
      const row = await store.forUpdate(query).executeTakeFirst();
      if (!row) throw new ApiError(codes.wrongCode);
      return row;
    },

    read: ({ secret, pending_secret, last_step, wrong_tries, locked_until }) => {
      const isReplacing = secret !== null && pending_secret !== null;
      const state = isReplacing ? 'replacing' : secret === null ? 'pending' : 'active';
      return {
        state: `secret.${state} tries.${locked_until === null ? 'open' : 'locked'}`,
        context: { lastStep: last_step, wrongTries: wrong_tries, lockedUntil: locked_until },
      };
    },

    save: ({ trx }, { after, row, details }, { context }) => {
      const pending = details.pending ?? row.pending_secret;
      const isActive = after.matches({ secret: 'active' });
      return trx
        .updateTable('second_factor')
        .set({
          secret: isActive ? (pending ?? row.secret) : row.secret,
          pending_secret: isActive ? null : pending,
          last_step: context.lastStep,
          wrong_tries: context.wrongTries,
          locked_until: context.lockedUntil,
        })
        .where('account_id', '=', row.account_id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    refuse: (_, { before: { context } }) =>
      context.lockedUntil === null
        ? new ApiError(codes.wrongCode)
        : new ApiError(codes.locked, { lockedUntil: context.lockedUntil }),

    effects: {
      async issueRecoveryCodes({ services, trx }, { details: { account, recoveryCodes = [] } }) {
        await trx.deleteFrom('recovery_code').where('account_id', '=', account.id).execute();
        await trx
          .insertInto('recovery_code')
          .values(recoveryCodes.map((one) => ({ account_id: account.id, digest: digestOf(one) })))
          .execute();
        await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.setUp' });
        await postSecurityNotice(services, trx, account.id, secondFactorSetUp);
      },

      async completeSession({ trx }, { event, details: { given } }) {
        await trx
          .updateTable('session')
          .set({ second_factor_at: event?.at ?? null })
          .where('token_digest', '=', digestOf(given?.token ?? ''))
          .execute();
      },

      async spendRecoveryCode({ services, trx }, { details: { account, given } }) {
        await trx
          .deleteFrom('recovery_code')
          .where('account_id', '=', account.id)
          .where('digest', '=', digestOf(given?.code ?? ''))
          .execute();
        await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.recoveryCode' });
        const left = await codesLeft(trx, account);
        await postSecurityNotice(services, trx, account.id, (language, facts) =>
          recoveryCodeUsed(language, { ...facts, left }),
        );
      },
    },
  },
);

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
 * The pending secret becomes the account's; answers new recovery codes.
 * @throws {ApiError} `wrongCode` or `locked`
 */
export async function confirmSecondFactor(
  services: Services,
  account: Account,
  given: { code: string; token: string },
): Promise<string[]> {
  if (account.secondFactor === 'code') throw new ApiError(codes.forbidden);
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const at = services.now();
  await attempt(services, { account, given, recoveryCodes }, ({ pending_secret }) => {
    const step = stepOf(services.config, pending_secret, given.code, { at, lastStep: 0 });
    return { type: 'factor.confirm', at, proof: step === null ? null : { step } };
  });
  return recoveryCodes;
}

/**
 * Completes a session with a code of the app, or with a recovery code, which is used up.
 * @throws {ApiError} `wrongCode` or `locked`
 */
export async function giveSecondFactor(
  services: Services,
  account: Account,
  given: { code: string; token: string },
): Promise<void> {
  const at = services.now();
  await attempt(services, { account, given }, async ({ secret, last_step }, trx) => {
    const { code } = given;
    const step = stepOf(services.config, secret, code, { at, lastStep: last_step });
    const isRecovery = secret !== null && step === null && (await isLeft(trx, account, code));
    const proof = step === null ? (isRecovery ? 'recoveryCode' : null) : { step };
    return { type: 'factor.give', at, proof };
  });
}

/** Sends what a code proves; throws when it proves nothing, which is counted all the same. */
async function attempt(
  services: Services,
  details: Details,
  eventOf: (row: Row, trx: Transaction<Schema>) => SecondFactorEvent | Promise<SecondFactorEvent>,
): Promise<void> {
  const { row, isRight } = await services.store.transact(async (trx) => {
    let isRight = false;
    const row = await secondFactors.send(
      { services, trx },
      details.account.id,
      async (locked) => {
        const event = await eventOf(locked, trx);
        isRight = 'proof' in event && event.proof !== null;
        return event;
      },
      details,
    );
    return { row, isRight };
  });
  if (isRight) return;
  const { wrong_tries, locked_until: lockedUntil } = row;
  throw lockedUntil === null
    ? new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrong_tries })
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

/** The step that a code belongs to; null of a secret that is not there or no longer readable. */
function stepOf(
  config: Services['config'],
  sealed: string | null,
  code: string,
  at: { at: number; lastStep: number },
): number | null {
  const secret = sealed === null ? null : unseal(config, sealed);
  return secret && matchingStep(secret, code, at);
}

/** Reads the state of an account's second factor. */
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

async function codesLeft(db: Kysely<Schema>, { id }: Holder): Promise<number> {
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

async function isLeft(db: Kysely<Schema>, { id }: Account, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_code')
    .select('digest')
    .where('account_id', '=', id)
    .where('digest', '=', digestOf(code))
    .executeTakeFirst();
  return found !== undefined;
}

/** 50 bits in two groups, of letters and digits that are not mistaken for each other. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 2 * RECOVERY_HALF);
  return `${text.slice(0, RECOVERY_HALF)}-${text.slice(RECOVERY_HALF)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
