import type { Access } from './endpoint.ts';

/**
 * Roles of the data holder's staff. `lead`: reviews, assigns and manages accounts; `auditor`: reads
 * everything and changes nothing; `analyst`: sees charts and figures, as all roles do, but no
 * applications.
 */
export const staffRoles = ['reviewer', 'lead', 'auditor', 'analyst'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const rolesByAccess: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly StaffRole[]> = {
  staff: staffRoles,
  desk: ['reviewer', 'lead', 'auditor'],
  reviewer: ['reviewer', 'lead'],
  lead: ['lead'],
  auditor: ['auditor', 'lead'],
  analyst: staffRoles,
};
