import * as z from 'zod/mini';
import { type ReportState, reportMachine } from '#machines/report.machine.ts';
import { option } from './common.ts';
import { storedDataRequest } from './data-request-form.ts';
import { dispute } from './dispute.ts';
import { isoDay } from './fields.ts';
import { storedFile } from './files.ts';
import { acknowledgement, passingOn } from './notices.ts';
import { storedPersonalForm } from './personal-form.ts';
import { storedPublicForm } from './public-form.ts';
import { quote } from './quote.ts';
import { applicationStates } from './stored-application.ts';

const dayKinds = ['receipt', 'counted', 'weekend', 'holiday', 'paused'] as const;

export const clock = z.object({
  /** `workingDays`: Art. 18(2). `serviceGoal`: calendar days, set by the data holder. */
  basis: z.enum(['workingDays', 'serviceGoal']),
  limit: z.number(),
  used: z.number(),
  dueAt: z.nullable(z.number()),
  dueDay: z.nullable(isoDay),
  timeZone: z.string(),
  isOverdue: z.boolean(),
  state: z.enum(['running', 'paused', 'ended']),
  filedOn: isoDay,
  /** Due day if neither holidays nor turns of other parties had postponed it. */
  goalDay: isoDay,
  /** Holidays on weekdays until the due day; 0 for a service goal. */
  holidays: z.number(),
  /**
   * Periods by the party that had to act, oldest first. `days`: days that count as `used` (data
   * holder) or move the due day (other parties). Periods with 0 days are left out.
   */
  periods: z.array(
    z.object({
      party: z.enum(['holder', 'requester', 'paused', 'nobody']),
      from: isoDay,
      to: isoDay,
      days: z.number(),
    }),
  ),
  /** Days of the calculation, from the day of receipt; empty for a service goal. */
  days: z.array(
    z.object({
      day: isoDay,
      kind: z.enum(dayKinds),
      name: z.nullable(z.string()),
      /** Null for days that are not counted. */
      count: z.nullable(z.number()),
    }),
  ),
});
export type Clock = z.infer<typeof clock>;

/** State of the application's machine, or a state stored by an earlier release. */
const storedState = z.union([z.enum(applicationStates), z.string()]);

export const historyEntry = z.object({
  revision: z.number(),
  at: z.number(),
  event: z.string(),
  role: z.enum(['requester', 'reviewer', 'clock']),
  from: z.nullable(storedState),
  to: storedState,
  text: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** E-mail address of the colleague who acted, for staff only; null if no colleague did. */
export const colleague = z.nullable(z.string());

const storedReportState = z.union([
  z.enum(/* @__PURE__ */ Object.keys(reportMachine.states) as ReportState[]),
  z.string(),
]);

export const reportStatus = z.object({
  state: storedReportState,
  reason: z.nullable(z.string()),
  attempts: z.number(),
  regenerations: z.number(),
  maxRegenerations: z.number(),
  updatedAt: z.number(),
  keptUntil: z.nullable(z.number()),
  /** Time of the last mail with the password; null if unknown (earlier release) or never mailed. */
  passwordMailedAt: z.nullable(z.number()),
  rows: z.nullable(z.number()),
  size: z.nullable(z.number()),
  /** Size of the package of CSV, JSON Lines and Parquet files, in bytes; null without a package. */
  packageSize: z.nullable(z.number()),
});
export type ReportStatus = z.infer<typeof reportStatus>;

export const vehicle = z.object({ vehicleId: z.string(), vin: z.string(), name: z.string() });

export const informationRequest = z.object({
  text: z.string(),
  items: z.array(option),
  dueAt: z.number(),
});

export const answerChange = z.object({
  field: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type AnswerChange = z.infer<typeof answerChange>;

export const suppliedInformation = z.object({
  at: z.number(),
  text: z.string(),
  files: z.array(z.string()),
  changes: z.array(answerChange),
});

/** Row of a list. The first seven fields are the input of `applicationSnapshot`. */
export const applicationSummary = z.object({
  state: storedState,
  kind: z.enum(['personal', 'public']),
  isForThirdParty: z.boolean(),
  requester: z.string(),
  revision: z.number(),
  answerDueAt: z.nullable(z.number()),
  linkEndedAt: z.nullable(z.number()),
  number: z.string(),
  code: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  purpose: z.string(),
  reportState: z.nullable(reportStatus.shape.state),
});
export type ApplicationSummary = z.infer<typeof applicationSummary>;

export const turnFacts = z.object({
  reportFetchedAt: z.nullable(z.number()),
  quoteDay: z.nullable(isoDay),
  isRecipientNamed: z.boolean(),
  unconfirmedContact: z.nullable(z.string()),
});
export type TurnFacts = z.infer<typeof turnFacts>;

export const recipientStatus = z.object({
  email: z.string(),
  linkSentAt: z.number(),
  provedAt: z.nullable(z.number()),
  isReady: z.boolean(),
  fetchedAt: z.nullable(z.number()),
  withdrawnAt: z.nullable(z.number()),
});
export type RecipientStatus = z.infer<typeof recipientStatus>;

export const applicationRecord = z.extend(applicationSummary, {
  ...turnFacts.shape,
  personal: z.nullable(storedPersonalForm),
  public: z.nullable(storedPublicForm),
  dataRequest: z.nullable(storedDataRequest),
  recipient: z.nullable(recipientStatus),
  vehicle: z.nullable(vehicle),
  files: z.array(storedFile),
  informationRequest: z.nullable(informationRequest),
  supplements: z.array(suppliedInformation),
  history: z.array(historyEntry),
  /**
   * Reason and legal remedies, in the reader's language, if the application is refused or lapsed, or
   * its data are withheld or suspended. Otherwise empty.
   */
  decision: z.array(z.string()),
  clock,
  report: z.nullable(reportStatus),
  /** Oldest first. */
  disputes: z.array(dispute),
  quotes: z.array(quote),
  passedOn: z.array(passingOn),
  acknowledgement: z.nullable(acknowledgement),
  erasedOn: z.nullable(isoDay),
});
export type ApplicationRecord = z.infer<typeof applicationRecord>;

/** The record for staff, who see which colleague acted. Requesters see the data holder only. */
export const staffRecord = z.extend(applicationRecord, {
  history: z.array(z.extend(historyEntry, { actor: colleague })),
  disputes: z.array(z.extend(dispute, { recorder: colleague, endedBy: colleague })),
  quotes: z.array(z.extend(quote, { sentBy: colleague, settledBy: colleague })),
  acknowledgement: z.nullable(z.extend(acknowledgement, { askedBy: colleague })),
});
export type StaffRecord = z.infer<typeof staffRecord>;
