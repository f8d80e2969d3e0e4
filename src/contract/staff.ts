import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { email } from './fields.ts';
import { staffRoles } from './staff-roles.ts';

const roles = () => z.array(z.enum(staffRoles)).check(z.maxLength(staffRoles.length));

const ofColleague = {
  input: z.strictObject({ email: email() }),
  example: { email: 'reviewer@example.eu' },
};

export const staffList = endpoint(calls.staffList, {
  access: 'desk',
  summary: 'All staff with a role.',
  data: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      roles: z.array(z.enum(staffRoles)),
      hasSecondFactor: z.boolean(),
      isCompanyLinked: z.boolean(),
      lockedUntil: z.nullable(z.number()),
    }),
  ),
});

export const staffChange = endpoint(calls.staffChange, {
  access: 'lead',
  needsFreshFactor: true,
  summary:
    'Sets the roles of an address; none removes them. Callers cannot change their own roles. A new lead, and the removal of a lead, is proposed until another lead confirms.',
  input: z.strictObject({ email: email(), roles: roles() }),
  data: z.object({ awaitsLead: z.boolean() }),
  example: { email: 'new-reviewer@example.eu', roles: ['reviewer'] },
});

export const staffNominations = endpoint(calls.staffNominations, {
  access: 'lead',
  summary:
    'Proposed roles of leads that are not confirmed yet; without `lead`, they remove the lead.',
  data: z.array(
    z.object({
      email: z.string(),
      roles: z.array(z.enum(staffRoles)),
      byId: z.string(),
      by: z.string(),
      at: z.number(),
    }),
  ),
});

export const staffNominationConfirm = endpoint(calls.staffNominationConfirm, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound', 'lastLead'],
  summary:
    'Confirms a proposed lead or removal. For any lead but the proposer; the last lead remains.',
  ...ofColleague,
});

export const staffNominationDecline = endpoint(calls.staffNominationDecline, {
  access: 'lead',
  errors: ['notFound'],
  summary:
    'Declines a proposed lead or removal. For any lead but the one whose removal is proposed.',
  ...ofColleague,
});

export const staffUnlock = endpoint(calls.staffUnlock, {
  access: 'lead',
  summary: 'Unlocks an address after too many wrong codes, mailed or of the app.',
  ...ofColleague,
  data: z.object({ wasLocked: z.boolean() }),
});

export const staffForgetSecondFactor = endpoint(calls.staffForgetSecondFactor, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound'],
  summary: 'Lets a colleague without the authenticator app set up another.',
  ...ofColleague,
});

export const staffUnlinkCompany = endpoint(calls.staffUnlinkCompany, {
  access: 'lead',
  needsFreshFactor: true,
  errors: ['notFound'],
  summary:
    'Removes the link between a colleague and their company account, and ends their sessions. Roles remain.',
  ...ofColleague,
});
