import type { Access } from './endpoint.ts';

/**
 * The data holder's staff. A lead reviews too, assigns, and looks after accounts; an auditor reads
 * everything and changes nothing; an analyst sees charts and figures, as all
 * of them do, but no applications.
 */
export const staffRoles = ['reviewer', 'lead', 'auditor', 'analyst'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Roles that open each kind of the staff's calls. */
export const rolesByAccess: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly StaffRole[]> = {
  staff: staffRoles,
  desk: ['reviewer', 'lead', 'auditor'],
  reviewer: ['reviewer', 'lead'],
  lead: ['lead'],
  auditor: ['auditor', 'lead'],
  analyst: staffRoles,
};
