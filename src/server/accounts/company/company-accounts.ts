import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { CompanySignInProblem } from '#contract/envelope.ts';
import type { Language } from '#contract/languages.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { applyRoles } from '#server/accounts/staff/apply-roles.ts';
import { leadMade } from '#server/accounts/staff/lead-mails.ts';
import { type Acting, COMPANY, rolesOf } from '#server/accounts/staff/roles.ts';
import { mailLeads } from '#server/accounts/staff/staff-notices.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CompanyPerson } from './company-provider.ts';

export const refusedSignIn = (signIn: CompanySignInProblem): ApiError =>
  new ApiError(codes.companySignInRefused, { signIn });

/**
 * Finds the account of a person, or makes one, and gives it the roles that the claim holds now. An
 * account that was there before is found by its address only where the provider says that the
 * address is theirs and the account is staff's; a requester's is never taken over.
 * @throws {ApiError} `companySignInRefused`
 */
export async function accountOfPerson(
  scope: Scope,
  person: CompanyPerson,
  language: Language,
): Promise<{ id: string; isStaff: boolean }> {
  const issuer = scope.services.config.OIDC_ISSUER ?? '';
  const { trx } = scope;
  const known = await trx
    .selectFrom('company_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  // Who is not known here and has no role leaves no trace.
  if (!known && person.roles.length === 0) throw refusedSignIn('noRole');
  const id = known?.account_id ?? (await linkedAccount(scope, issuer, person, language));
  await followRoles(scope, id, person);
  await trx.updateTable('account').set({ language }).where('id', '=', id).execute();
  return { id, isStaff: person.roles.length > 0 };
}

async function linkedAccount(
  { services, trx }: Scope,
  issuer: string,
  { subject, email }: CompanyPerson,
  language: Language,
): Promise<string> {
  if (email === null) throw refusedSignIn('noAddress');
  const at = services.now();
  const made = await trx
    .insertInto('account')
    .values({ id: randomUUID(), email, language, created_at: at, is_reviewer: 0 })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  const account = await services.store
    .forUpdate(trx.selectFrom('account').selectAll().where('email', '=', email))
    .executeTakeFirstOrThrow();
  const wasThere = made.numInsertedOrUpdatedRows !== 1n;
  if (wasThere && rolesOf(account).length === 0) throw refusedSignIn('addressTaken');
  const linked = await trx
    .insertInto('company_identity')
    .values({ issuer, subject, account_id: account.id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Another person of the provider has this account already.
  if (linked.numInsertedOrUpdatedRows !== 1n) throw refusedSignIn('addressTaken');
  const by = { id: account.id, email };
  await appendAuditEvent(services, trx, { by, action: 'company.link', detail: email });
  return account.id;
}

/**
 * Ends the link between an account and its person at the company, with the account's sessions. Its
 * roles stay, and hold by a mailed code where the settings have that. Answers whether there was one.
 */
export async function unlinkCompany(
  services: Services,
  by: Acting,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const account = await services.store
      .forUpdate(trx.selectFrom('account').select(['id', 'email']).where('email', '=', email))
      .executeTakeFirst();
    if (!account) return false;
    const { numDeletedRows } = await trx
      .deleteFrom('company_identity')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
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

/** Gives an account the roles of its person; others than it had end its sessions. */
export async function followRoles(
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
    await mailLeads({ services, trx }, leadMade, { email, by: COMPANY });
}
