import type { StaffRole } from '#contract/staff-roles.ts';

/** Actor on staff accounts: somebody signed in, the machine's command line, or the company. */
export type Acting = { id: string; email: string; roles: readonly StaffRole[] };
/** What the company’s provider says of a person; it decides alone, about the last lead too. */
export const COMPANY: Acting = { id: 'company-sign-in', email: 'company sign-in', roles: ['lead'] };
export const COMMAND_LINE: Acting = { id: 'command-line', email: 'command line', roles: ['lead'] };
