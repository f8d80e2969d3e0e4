import * as z from 'zod/mini';
import { type ReportState, reportMachine } from '#machines/report.machine.ts';
import { acknowledgement, passingOn } from './body-notice.ts';
import { storedDataRequest } from './data-request-form.ts';
import { dispute } from './dispute.ts';
import { storedFile } from './files.ts';
import { storedPersonalForm } from './personal-form.ts';
import { storedPublicForm } from './public-form.ts';
import { quote } from './quote.ts';
import { applicationStates } from './stored-application.ts';

/** Kinds of calendar days that the clock distinguishes. */
const dayKinds = ['receipt', 'counted', 'weekend', 'holiday', 'paused'] as const;

/** Time the data holder has, and had, for an application. Instants in ms since the epoch. */
export const clock = z.object({
  /** `workingDays`: what Art. 18(2) sets. `serviceGoal`: what the data holder set itself. */
  basis: z.enum(['workingDays', 'serviceGoal']),
  /** Days: working days of Art. 18, calendar days of a service goal. */
  limit: z.number(),
  /** Days that counted up to now, or up to the end. */
  used: z.number(),
  /** Until when the data holder has time if the turn stays theirs; null while it is not. */
  dueAt: z.nullable(z.number()),
  /** The day of `dueAt` in the data holder's calendar, YYYY-MM-DD. */
  dueDay: z.nullable(z.string()),
  /** The data holder's time zone, in which days begin and end (IANA name). */
  timeZone: z.string(),
  /** True once `dueAt` is past. */
  isOverdue: z.boolean(),
  state: z.enum(['running', 'paused', 'ended']),
  /** The arithmetic, from the day of receipt on; none for a service goal. */
  days: z.array(
    z.object({
      /** YYYY-MM-DD */
      day: z.string(),
      kind: z.enum(dayKinds),
      /** Name of a holiday. */
      name: z.nullable(z.string()),
      /** Number of the counted day; null for days that are not counted. */
      count: z.nullable(z.number()),
    }),
  ),
});
export type Clock = z.infer<typeof clock>;

/** A state of the chart, or one that an earlier release stored. */
const storedState = z.union([z.enum(applicationStates), z.string()]);

export const historyEntry = z.object({
  revision: z.number(),
  /** ms since the epoch */
  at: z.number(),
  event: z.string(),
  /** Role that acted: requester, reviewer or clock. */
  role: z.enum(['requester', 'reviewer', 'clock']),
  /** State before; null for the filing. */
  from: z.nullable(storedState),
  to: storedState,
  text: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The same of a report. */
const storedReportState = z.union([
  z.enum(/* @__PURE__ */ Object.keys(reportMachine.states) as ReportState[]),
  z.string(),
]);

export const reportStatus = z.object({
  state: storedReportState,
  /** Why there is nothing, in the reader's language. */
  reason: z.nullable(z.string()),
  attempts: z.number(),
  regenerations: z.number(),
  /** How often the report may be generated again in all. */
  maxRegenerations: z.number(),
  updatedAt: z.number(),
  keptUntil: z.nullable(z.number()),
  /** Rows and bytes of a delivered report. */
  rows: z.nullable(z.number()),
  size: z.nullable(z.number()),
  /** Bytes of the package of CSV and JSON Lines; null where there is none. */
  packageSize: z.nullable(z.number()),
});
export type ReportStatus = z.infer<typeof reportStatus>;

export const vehicle = z.object({ vehicleId: z.string(), vin: z.string(), name: z.string() });

export const informationRequest = z.object({
  text: z.string(),
  /** The parts it is about, in the reader's language. */
  items: z.array(z.string()),
  dueAt: z.number(),
});

export const suppliedInformation = z.object({
  at: z.number(),
  text: z.string(),
  files: z.array(z.string()),
});

/** A row of a list. The first seven fields give `applicationSnapshot` all it needs. */
export const applicationSummary = z.object({
  state: storedState,
  kind: z.enum(['personal', 'public']),
  /** A third party is to get the data (Art. 5). */
  isForThirdParty: z.boolean(),
  /** Account id. */
  requester: z.string(),
  revision: z.number(),
  answerDueAt: z.nullable(z.number()),
  /** When the vehicle's link to the requester ended, ms since the epoch; null while it holds. */
  linkEndedAt: z.nullable(z.number()),
  number: z.string(),
  /** Status code of the specification. */
  code: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** A purpose code for personal, the stated purpose for public. */
  purpose: z.string(),
  reportState: z.nullable(reportStatus.shape.state),
});
export type ApplicationSummary = z.infer<typeof applicationSummary>;

/** The third party's own address, and what has become of its copy; in ms since the epoch. */
export const recipientStatus = z.object({
  email: z.string(),
  linkSentAt: z.number(),
  /** When who opened the mailed link confirmed it. */
  provedAt: z.nullable(z.number()),
  /** Its copy is there to be fetched. */
  isReady: z.boolean(),
  fetchedAt: z.nullable(z.number()),
  withdrawnAt: z.nullable(z.number()),
});
export type RecipientStatus = z.infer<typeof recipientStatus>;

/** All a requester or reviewer sees of one application. */
export const applicationRecord = z.extend(applicationSummary, {
  personal: z.nullable(storedPersonalForm),
  public: z.nullable(storedPublicForm),
  dataRequest: z.nullable(storedDataRequest),
  /** Contact address that nobody has confirmed yet: no password goes there. */
  unconfirmedContact: z.nullable(z.string()),
  /** The third party as a recipient of its own; null while none is named. */
  recipient: z.nullable(recipientStatus),
  vehicle: z.nullable(vehicle),
  /** Every file that was supplied, wherever a form names its id. */
  files: z.array(storedFile),
  /** Information that the reviewer asked for, while it is outstanding. */
  informationRequest: z.nullable(informationRequest),
  supplements: z.array(suppliedInformation),
  history: z.array(historyEntry),
  clock,
  report: z.nullable(reportStatus),
  /** Complaints and disputes about it, oldest first. */
  disputes: z.array(dispute),
  /** Quotes of compensation to a public-sector body, oldest first. */
  quotes: z.array(quote),
  /** Notices of a public-sector body that passes data on, oldest first. */
  passedOn: z.array(passingOn),
  /** Null while the data holder has not asked for public acknowledgement. */
  acknowledgement: z.nullable(acknowledgement),
  /** YYYY-MM-DD, when a public-sector body erased what it was given; null while it is not known. */
  erasedOn: z.nullable(z.string()),
});
export type ApplicationRecord = z.infer<typeof applicationRecord>;

/** Answer to every change of an application. */
export const changed = z.object({ applicationNumber: z.string(), revision: z.number() });
