import type { Access } from './endpoint.ts';

/**
 * Roles of the data holder's staff. `lead`: reviews, assigns, manages accounts; `auditor`: reads
 * everything and changes nothing; `analyst`: sees charts and figures, like all roles, but no
 * applications.
 */
export const staffRoles = ['reviewer', 'lead', 'auditor', 'analyst'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Roles that may make calls of each access level. */
export const rolesByAccess: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly StaffRole[]> = {
  staff: staffRoles,
  desk: ['reviewer', 'lead', 'auditor'],
  reviewer: ['reviewer', 'lead'],
  lead: ['lead'],
  auditor: ['auditor', 'lead'],
  analyst: staffRoles,
};
