import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { recordDeed } from '../audit/audit-log.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import { forgetSecondFactor } from './second-factor.ts';

type RoleFlags = Pick<
  { [Column in keyof Schema['account']]: number },
  'is_reviewer' | 'is_lead' | 'is_auditor' | 'is_analyst'
>;

const flagOf = {
  reviewer: 'is_reviewer',
  lead: 'is_lead',
  auditor: 'is_auditor',
  analyst: 'is_analyst',
} as const satisfies Record<StaffRole, keyof RoleFlags>;

/** Who acts on staff accounts: somebody signed in, or who has the machine's command line. */
export type Acting = { id: string; email: string };
export const COMMAND_LINE: Acting = { id: 'command-line', email: 'command line' };

/** The roles that an account's flags tell. */
export function rolesOf(flags: RoleFlags): StaffRole[] {
  return staffRoles.filter((role) => flags[flagOf[role]] === 1);
}

/** The flags of these roles. */
export function flagsOf(roles: readonly StaffRole[]): RoleFlags {
  const flags = staffRoles.map((role) => [flagOf[role], roles.includes(role) ? 1 : 0]);
  return Object.fromEntries(flags) as RoleFlags;
}

/** Everybody with a role, by address. */
export async function listStaff(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('account')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .selectAll('account')
    .select('second_factor.secret')
    .where((is) => is.or(staffRoles.map((role) => is(flagOf[role], '=', 1))))
    .orderBy('email')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    roles: rolesOf(row),
    hasSecondFactor: row.secret !== null,
  }));
}

/** Gives an address its roles, in place of those it had; an unknown one gets its account. */
export async function changeStaff(
  services: Services,
  by: Acting,
  { email, roles }: { email: string; roles: readonly StaffRole[] },
): Promise<void> {
  const at = services.now();
  await services.store.transact(async (trx) => {
    const flags = flagsOf(roles);
    await trx
      .insertInto('account')
      .values({ id: randomUUID(), email, language: 'en', created_at: at, ...flags })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(flags))
      .execute();
    const detail = `${email}: ${roles.join(', ') || 'none'}`;
    await recordDeed(services, trx, { by, action: 'staff.change', detail });
  });
}

/** Lets an address that wrong codes locked ask for a new one. Answers whether it was locked. */
export async function unlockAddress(
  services: Services,
  by: Acting,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    // Without its row an address begins anew.
    const { numDeletedRows } = await trx
      .deleteFrom('challenge')
      .where('email', '=', email)
      .where('state', '=', 'locked')
      .executeTakeFirst();
    await recordDeed(services, trx, { by, action: 'address.unlock', detail: email });
    return numDeletedRows === 1n;
  });
}

/** Lets somebody who lost the app set up another. Answers whether there is such an account. */
export async function forgetFactorOf(
  services: Services,
  by: Acting,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!account) return false;
    await forgetSecondFactor(trx, account.id);
    await recordDeed(services, trx, { by, action: 'secondFactor.forget', detail: email });
    return true;
  });
}
