import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { CompanySignInProblem } from '#contract/envelope.ts';
import type { Language } from '#contract/languages.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { applyRoles } from '#server/accounts/staff/apply-roles.ts';
import { COMPANY, rolesOf, type StaffActor } from '#server/accounts/staff/roles.ts';
import { mailLeads } from '#server/accounts/staff/staff-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import {
  deleteRows,
  findRow,
  insertMissing,
  lockRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CompanyPerson } from './company-provider.ts';

export const signInError = (signIn: CompanySignInProblem): ApiError =>
  new ApiError(codes.companySignInRejected, { signIn });

/**
 * Finds or creates the account of a person and updates its roles from the claim. An existing
 * account is linked by its address only if the provider has verified the address and the account
 * belongs to staff. A requester's account is never taken over.
 * @throws {ApiError} `companySignInRejected`
 */
export async function accountOfPerson(
  scope: Scope,
  person: CompanyPerson,
  language: Language,
): Promise<{ id: string; isStaff: boolean }> {
  const issuer = scope.services.config.OIDC_ISSUER ?? '';
  const { trx } = scope;
  const known = await findRow(trx, 'company_identity', { issuer, subject: person.subject });
  if (!known && person.roles.length === 0) throw signInError('noRole');
  const id = known?.account_id ?? (await linkedAccount(scope, issuer, person, language));
  await syncRoles(scope, id, person);
  await updateRows(trx, 'account', { id }, { language });
  return { id, isStaff: person.roles.length > 0 };
}

async function linkedAccount(
  { services, trx }: Scope,
  issuer: string,
  { subject, email }: CompanyPerson,
  language: Language,
): Promise<string> {
  if (email === null) throw signInError('noAddress');
  const at = services.now();
  const inserted = await insertMissing(trx, 'account', {
    id: randomUUID(),
    email,
    language,
    created_at: at,
    is_reviewer: 0,
  });
  const account = await services.store
    .forUpdate(trx.selectFrom('account').selectAll().where('email', '=', email))
    .executeTakeFirstOrThrow();
  const existed = inserted === 0;
  if (existed && rolesOf(account).length === 0) throw signInError('addressTaken');
  const linked = await insertMissing(trx, 'company_identity', {
    issuer,
    subject,
    account_id: account.id,
    created_at: at,
  });
  if (linked === 0) throw signInError('addressTaken');
  const by = { id: account.id, email };
  await appendAuditEvent(services, trx, { by, action: 'company.link', detail: email });
  return account.id;
}

/**
 * Removes an account's link to the provider and ends its sessions. Its roles remain, for sign-in
 * with mailed codes. Returns false if the account is not linked.
 */
export async function unlinkCompany(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const account = await lockRow(services.store, trx, 'account', { email });
    if (!account) return false;
    const links = await deleteRows(trx, 'company_identity', { account_id: account.id });
    if (links.length === 0) return false;
    await trx
      .deleteFrom('company_session')
      .where('token_digest', 'in', (one) =>
        one.selectFrom('session').select('token_digest').where('account_id', '=', account.id),
      )
      .execute();
    await endSessions({ services, trx }, { account, because: 'directory', by });
    await appendAuditEvent(services, trx, { by, action: 'company.unlink', detail: email });
    return true;
  });
}

export async function syncRoles(
  { services, trx }: Scope,
  accountId: string,
  { roles }: CompanyPerson,
): Promise<void> {
  const account = await services.store
    .forUpdate(trx.selectFrom('account').selectAll().where('id', '=', accountId))
    .executeTakeFirstOrThrow();
  const before = rolesOf(account);
  if (before.join() === roles.join()) return;
  const { email } = account;
  await applyRoles({ services, trx }, COMPANY, { email, roles });
  if (roles.includes('lead') && !before.includes('lead'))
    await mailLeads({ services, trx }, 'leadMade', { email, by: COMPANY });
}
