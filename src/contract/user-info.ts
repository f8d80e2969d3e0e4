import * as z from 'zod/mini';
import { applicationSummary, reportStatus, turnFacts, vehicle } from './application-record.ts';
import { calls } from './calls.ts';
import { type DataOf, endpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  code,
  codeSent,
  EXAMPLE_NUMBER,
  isoDay,
  page,
  pageSize,
} from './fields.ts';
import { recordFrom } from './record-from.ts';
import { staffRoles } from './staff-roles.ts';
import { listGroups, lists } from './turns.ts';

export const currentUser = endpoint(calls.currentUser, {
  access: 'signedIn',
  summary: 'The signed-in user, and the vehicles linked to the account.',
  data: z.object({
    id: z.string(),
    email: z.string(),
    roles: z.array(z.enum(['requester', ...staffRoles])),
    /** ms until the login token expires without further calls. */
    sessionEndsIn: z.number(),
    /** False if a staff session is near its maximum age, so that calls no longer extend it. */
    canExtendSession: z.boolean(),
    /**
     * Step that is needed before staff endpoints can be called: `setUp` or `code`. `given` after a
     * complete sign-in, `notNeeded` for other accounts.
     */
    secondFactor: z.enum(['notNeeded', 'setUp', 'code', 'given']),
    isOfCompany: z.boolean(),
    vehicles: z.nullable(
      z.array(
        z.extend(vehicle, {
          /** User for whom the account acts as a third party; null if the account is the user. */
          onBehalfOf: z.nullable(z.string()),
        }),
      ),
    ),
  }),
});

export type User = DataOf<typeof currentUser>;
export type OwnVehicles = NonNullable<User['vehicles']>;

export const ownApplication = z.extend(applicationSummary, {
  ...turnFacts.shape,
  vehicleId: z.nullable(z.string()),
  isRefused: z.boolean(),
  dueDay: z.nullable(isoDay),
  reportDay: z.nullable(isoDay),
  regeneration: z.nullable(z.pick(reportStatus, { regenerations: true, maxRegenerations: true })),
});
export type OwnApplication = z.infer<typeof ownApplication>;

export const history = endpoint(calls.history, {
  access: 'signedIn',
  summary:
    'The account’s applications, by page: first those that wait for the requester, by deadline, then those in progress, then ended ones, both newest first.',
  input: z.strictObject({
    list: z.optional(z.enum(lists)),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    total: z.number(),
    items: z.array(ownApplication),
    counts: z.object(recordFrom(['all', ...lists], () => z.number())),
    groups: z.object(recordFrom(listGroups, () => z.number())),
  }),
  example: { list: 'approved', page: 1, pageSize: 20 },
});

/** Needed because passwords are mailed to confirmed addresses only. */
export const sendContactCode = endpoint(calls.sendContactCode, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'tooSoon'],
  summary: 'Mails a code to the unconfirmed contact address of an application.',
  ...applicationNumberInput,
  data: codeSent,
});

export const confirmContact = endpoint(calls.confirmContact, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'wrongCode', 'expiredCode'],
  summary:
    'Confirms the contact address with the mailed code. Passwords of reports are sent there from then on.',
  input: z.strictObject({ applicationNumber: applicationNumber(), code: code() }),
  example: { applicationNumber: EXAMPLE_NUMBER, code: '123456' },
});
