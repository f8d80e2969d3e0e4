import * as z from 'zod/mini';
import { applicationSummary, reportStatus, vehicle } from './application-record.ts';
import { calls } from './calls.ts';
import { type DataOf, endpoint } from './endpoint.ts';
import {
  applicationNumber,
  code,
  codeSent,
  EXAMPLE_NUMBER,
  noData,
  nothing,
  page,
  pageSize,
} from './fields.ts';
import { staffRoles } from './staff-roles.ts';

export const currentUser = endpoint({
  ...calls.currentUser,
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
    /** The session began at the company, where the second factor is given anew. */
    isOfCompany: z.boolean(),
    /** Null while the data holder’s vehicle system does not answer. */
    vehicles: z.nullable(z.array(vehicle)),
  }),
  example: {},
});

/** Signed-in user. */
export type User = DataOf<typeof currentUser>;
/** The vehicles of a user, where they are known. */
export type OwnVehicles = NonNullable<User['vehicles']>;

/** A row of a requester's own list. */
export const ownApplication = z.extend(applicationSummary, {
  /** Null for a public-sector body's request. */
  vehicleId: z.nullable(z.string()),
  /** Day by which somebody has to act, in the data holder's calendar, YYYY-MM-DD. */
  dueDay: z.nullable(z.string()),
  /** Day until which the report is kept, in the data holder's calendar; null without one. */
  reportDay: z.nullable(z.string()),
  /** How often the report was generated again, and may be in all; null without one. */
  regeneration: z.nullable(z.pick(reportStatus, { regenerations: true, maxRegenerations: true })),
});
export type OwnApplication = z.infer<typeof ownApplication>;

export const history = endpoint({
  ...calls.history,
  access: 'signedIn',
  summary:
    'The account’s applications, a page at a time: those that wait for their requester, what is due first on top, then those under way, then those that have ended, the newest first.',
  input: z.strictObject({
    list: z.optional(z.enum(['qualificationReview', 'dataApplication', 'approved', 'termination'])),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({ total: z.number(), items: z.array(ownApplication) }),
  example: { list: 'approved', page: 1, pageSize: 20 },
});

/** Beside the specification's calls: no password goes to an address that nobody has confirmed. */
export const sendContactCode = endpoint({
  ...calls.sendContactCode,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'tooSoon'],
  summary: 'Mails a code to the contact address of an application that is not confirmed yet.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: codeSent,
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const confirmContact = endpoint({
  ...calls.confirmContact,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'wrongCode', 'expiredCode'],
  summary: 'Confirms the contact address by the code; passwords of reports go there from then on.',
  input: z.strictObject({ applicationNumber: applicationNumber(), code: code() }),
  data: noData,
  example: { applicationNumber: EXAMPLE_NUMBER, code: '123456' },
});
