import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { email } from './fields.ts';
import { staffRoles } from './staff-roles.ts';

const roles = () => z.array(z.enum(staffRoles)).check(z.maxLength(staffRoles.length));

export const staffList = endpoint(calls.staffList, {
  access: 'desk',
  summary: 'Everybody with a role at the desk.',
  data: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      roles: z.array(z.enum(staffRoles)),
      hasSecondFactor: z.boolean(),
      /** Has a linked company account. */
      isCompanyLinked: z.boolean(),
      /** End of the lock after wrong codes, ms since the epoch. */
      lockedUntil: z.nullable(z.number()),
    }),
  ),
});

export const staffChange = endpoint(calls.staffChange, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['lastLead'],
  summary:
    'Gives an address its roles at the desk; none takes them away. Nobody changes their own; the last lead stays one. Who would become a lead is proposed, and nothing changes before another lead confirms it.',
  input: z.strictObject({ email: email(), roles: roles() }),
  data: z.object({
    /** Whether another lead has to confirm it. */
    awaitsLead: z.boolean(),
  }),
  example: { email: 'new-reviewer@example.eu', roles: ['reviewer'] },
});

export const staffNominations = endpoint(calls.staffNominations, {
  access: 'lead',
  summary: 'Proposed leads, whom a second lead has not confirmed yet.',
  data: z.array(
    z.object({
      email: z.string(),
      /** All roles after the confirmation. */
      roles: z.array(z.enum(staffRoles)),
      byId: z.string(),
      /** E-mail address of the proposer. */
      by: z.string(),
      /** ms since the epoch */
      at: z.number(),
    }),
  ),
});

export const staffNominationConfirm = endpoint(calls.staffNominationConfirm, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound'],
  summary: 'Makes a lead of who is proposed; for any lead but the one who proposed it.',
  input: z.strictObject({ email: email() }),
  example: { email: 'new-lead@example.eu' },
});

export const staffNominationDecline = endpoint(calls.staffNominationDecline, {
  access: 'lead',
  errors: ['notFound'],
  summary: 'Ends the proposal of a lead; for any lead.',
  input: z.strictObject({ email: email() }),
  example: { email: 'new-lead@example.eu' },
});

export const staffUnlock = endpoint(calls.staffUnlock, {
  access: 'lead',
  summary: 'Unlocks an address that too many wrong codes locked, of a mail or of the app.',
  input: z.strictObject({ email: email() }),
  data: z.object({ wasLocked: z.boolean() }),
  example: { email: 'owner@example.eu' },
});

export const staffForgetSecondFactor = endpoint(calls.staffForgetSecondFactor, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound'],
  summary: 'Lets a colleague who lost the authenticator app set up another.',
  input: z.strictObject({ email: email() }),
  example: { email: 'reviewer@example.eu' },
});

export const staffUnlinkCompany = endpoint(calls.staffUnlinkCompany, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound'],
  summary:
    'Ends the link between a colleague and their person at the company, with their sessions. Their roles stay.',
  input: z.strictObject({ email: email() }),
  example: { email: 'reviewer@example.eu' },
});
