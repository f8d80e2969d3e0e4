import type { ExpressionBuilder } from 'kysely';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import type { Schema } from '#server/platform/database/schema.ts';

type RoleFlags = Pick<
  { [Column in keyof Schema['account']]: number },
  'is_reviewer' | 'is_lead' | 'is_auditor' | 'is_analyst'
>;

/** The column of each role. */
export const flagOf = {
  reviewer: 'is_reviewer',
  lead: 'is_lead',
  auditor: 'is_auditor',
  analyst: 'is_analyst',
} as const satisfies Record<StaffRole, keyof RoleFlags>;

/** Condition that an account has a role; written out as the index of the staff has it. */
export function isStaff({ or, eb, lit }: ExpressionBuilder<Schema, 'account'>) {
  return or(staffRoles.map((role) => eb(flagOf[role], '=', lit(1))));
}

/** The roles that an account's flags tell. */
export function rolesOf(flags: RoleFlags): StaffRole[] {
  return staffRoles.filter((role) => flags[flagOf[role]] === 1);
}

/** The flags of these roles. */
export function flagsOf(roles: readonly StaffRole[]): RoleFlags {
  const flags = staffRoles.map((role) => [flagOf[role], roles.includes(role) ? 1 : 0]);
  return Object.fromEntries(flags) as RoleFlags;
}

/** Actor on staff accounts: somebody signed in, the machine's command line, or the company. */
export type Acting = { id: string; email: string; roles: readonly StaffRole[] };
/** What the company’s provider says of a person; it decides alone, about the last lead too. */
export const COMPANY: Acting = { id: 'company-sign-in', email: 'company sign-in', roles: ['lead'] };
export const COMMAND_LINE: Acting = { id: 'command-line', email: 'command line', roles: ['lead'] };
