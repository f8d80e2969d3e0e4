import type { StaffRole } from '#contract/staff-roles.ts';

/** Actor on staff accounts: somebody signed in, or the machine's command line. */
export type Acting = { id: string; email: string; roles: readonly StaffRole[] };
export const COMMAND_LINE: Acting = { id: 'command-line', email: 'command line', roles: ['lead'] };
