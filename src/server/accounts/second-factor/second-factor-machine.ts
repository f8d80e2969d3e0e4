import { codes } from '#contract/codes.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { type SecondFactorEvent, secondFactorMachine } from '#machines/second-factor.machine.ts';
import { endSessions, sessionMacs } from '#server/accounts/sessions/sessions.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { mailSecurity, securityMails } from '#server/accounts/staff/staff-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { recoveryCodesLeft, replaceRecoveryCodes, spendRecoveryCode } from './one-time-codes.ts';

export type SecondFactorRow = Schema['second_factor'];

export type Holder = Pick<Account, 'id' | 'email'>;

export interface Details {
  account: Holder;
  pending?: string;
  submitted?: { code: string; token: string };
  recoveryCodes?: readonly string[];
}

export async function lockedFactor(
  { services: { store }, trx }: Scope,
  accountId: string,
): Promise<SecondFactorRow> {
  const row = await lockRow(store, trx, 'second_factor', { account_id: accountId });
  if (!row) throw new ApiError(codes.wrongCode);
  return row;
}

export const secondFactors = durableMachine<
  typeof secondFactorMachine,
  Scope,
  string,
  SecondFactorRow,
  Details
>(secondFactorMachine, {
  load: lockedFactor,

  read: ({ secret, pending_secret, last_step, wrong_tries, locked_until }) => {
    const isReplacing = secret !== null && pending_secret !== null;
    const state = isReplacing ? 'replacing' : secret === null ? 'pending' : 'active';
    return {
      state: `secret.${state} tries.${locked_until === null ? 'open' : 'locked'}`,
      context: { lastStep: last_step, wrongTries: wrong_tries, lockedUntil: locked_until },
    };
  },

  save: async (scope, { after, row, details }, { context }) => {
    const pending = details.pending ?? row.pending_secret;
    const isActive = after.matches({ secret: 'active' });
    return scope.trx
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

  notAccepted: (_, { event, before: { context } }) => {
    if (context.lockedUntil !== null && event.at < context.lockedUntil)
      return new ApiError(codes.locked, { lockedUntil: context.lockedUntil });
    const isRepeat = stepIn(event) !== null && stepIn(event) === context.lastStep;
    return new ApiError(isRepeat ? codes.usedCode : codes.wrongCode);
  },

  effects: {
    async issueRecoveryCodes(scope, { details: { account, submitted, recoveryCodes = [] } }) {
      const { services, trx } = scope;
      await replaceRecoveryCodes(trx, account.id, recoveryCodes);
      await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.setUp' });
      // Does not end the session that confirmed the new secret: its page shows the recovery codes.
      const except = digestOf(submitted?.token ?? '');
      await endSessions(scope, { account, because: 'factor', except, by: account });
      await mailSecurity(scope, account.id, securityMails.secondFactorSetUp());
    },

    async completeSession({ services, trx }, { event, details: { account, submitted } }) {
      const key = { token_digest: digestOf(submitted?.token ?? ''), account_id: account.id };
      const second_factor_at = event?.at ?? null;
      const [mac] = sessionMacs(services.config, { ...key, second_factor_at });
      const second_factor_step = event && stepIn(event);
      await updateRows(trx, 'session', key, { second_factor_at, second_factor_step, mac });
    },

    async spendRecoveryCode(scope, { details: { account, submitted } }) {
      const { services, trx } = scope;
      const { code = '', token = '' } = submitted ?? {};
      await spendRecoveryCode(trx, account.id, { code, token });
      await appendAuditEvent(services, trx, { by: account, action: 'secondFactor.recoveryCode' });
      const left = await recoveryCodesLeft(trx, account.id);
      await mailSecurity(scope, account.id, securityMails.recoveryCodeUsed(left));
    },
  },
});

function stepIn(event: SecondFactorEvent): number | null {
  return 'proof' in event && typeof event.proof === 'object' ? (event.proof?.step ?? null) : null;
}
