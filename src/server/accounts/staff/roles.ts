import type { ExpressionBuilder } from 'kysely';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import type { Schema } from '#server/platform/database/schema.ts';

export type StaffActor = { id: string; email: string; roles: readonly StaffRole[] };
/** The company's provider as actor; its claims may remove even the last lead. */
export const COMPANY: StaffActor = {
  id: 'company-sign-in',
  email: 'company sign-in',
  roles: ['lead'],
};
export const COMMAND_LINE: StaffActor = {
  id: 'command-line',
  email: 'command line',
  roles: ['lead'],
};

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

/** Matches accounts with a role. Must equal the condition of the index on staff accounts. */
export function isStaff({ or, eb, lit }: ExpressionBuilder<Schema, 'account'>) {
  return or(staffRoles.map((role) => eb(flagOf[role], '=', lit(1))));
}

export function rolesOf(flags: RoleFlags): StaffRole[] {
  return staffRoles.filter((role) => flags[flagOf[role]] === 1);
}

export function flagsOf(roles: readonly StaffRole[]): RoleFlags {
  const flags = staffRoles.map((role) => [flagOf[role], roles.includes(role) ? 1 : 0]);
  return Object.fromEntries(flags) as RoleFlags;
}
