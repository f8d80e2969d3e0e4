import * as z from 'zod/mini';
import { applicationSummary, vehicle } from './application-record.ts';
import { type DataOf, endpoint } from './endpoint.ts';
import { nothing, page, pageSize } from './fields.ts';
import { staffRoles } from './staff-roles.ts';

export const currentUser = endpoint({
  method: 'GET',
  path: '/server/uc-client/userInfo/currentUser',
  access: 'signedIn',
  summary: 'Who is signed in, and the vehicles linked to the account.',
  input: nothing,
  data: z.object({
    id: z.string(),
    email: z.string(),
    roles: z.array(z.enum(['requester', ...staffRoles])),
    /** ms until the login token is worth nothing, if no further call uses it. */
    sessionEndsIn: z.number(),
    /** Use puts off that end; it no longer does when staff's session is about to be too old. */
    canExtendSession: z.boolean(),
    /** Step of the second factor that staff's calls wait for: its set-up, or a code of it. */
    secondFactor: z.enum(['notNeeded', 'setUp', 'code', 'given']),
    vehicles: z.array(vehicle),
  }),
  example: {},
});

/** Signed-in user. */
export type User = DataOf<typeof currentUser>;

export const history = endpoint({
  method: 'POST',
  path: '/server/uc-client/userInfo/history',
  access: 'signedIn',
  summary: 'The account’s applications, newest first, a page at a time.',
  input: z.strictObject({
    list: z.optional(z.enum(['qualificationReview', 'dataApplication', 'approved', 'termination'])),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({ total: z.number(), items: z.array(applicationSummary) }),
  example: { list: 'approved', page: 1, pageSize: 20 },
});
