import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  comingDate,
  EXAMPLE_COMING_DAY,
  EXAMPLE_NUMBER,
  isoDay,
  line,
  optionalLine,
  optionalText,
  page,
  pageSize,
  pastDate,
  text,
} from './fields.ts';

/** Organisations that a public-sector body may pass data on to: Art. 21(1)(a) and (b). */
export const onwardKinds = ['research', 'statistics'] as const;

export const MAX_PASSING_ON = 50;

const passingOnFacts = {
  kind: z.enum(onwardKinds),
  organisation: line(),
  contact: line(),
  purpose: text(),
  safeguards: text(),
};

export const passingOn = z.object({
  noticeId: z.string(),
  at: z.number(),
  ...passingOnFacts,
  usedUntil: isoDay,
});
export type PassingOn = z.infer<typeof passingOn>;

/** Data holder's request to acknowledge its contribution in an emergency (Art. 20(1)). */
export const acknowledgement = z.object({ at: z.number() });

const notified = z.object({ applicationNumber: z.string() });
const notifying = { errors: ['notFound', 'notAllowedNow'], data: notified } as const;

const erasure = z.strictObject({
  applicationNumber: applicationNumber(),
  erasedOn: pastDate(),
  text: optionalText(),
});
const exampleErasure = { applicationNumber: EXAMPLE_NUMBER, erasedOn: '2026-11-02' };

export const passingOnNotify = endpoint(calls.passingOnNotify, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'tooManyNotices'],
  summary: `Notifies the data holder that a public-sector body passes data on to a research organisation or statistical office (Art. 21(5)); ${MAX_PASSING_ON} times per application at most.`,
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    ...passingOnFacts,
    usedUntil: comingDate(),
  }),
  data: notified,
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    kind: 'research',
    organisation: 'University of Ghent, Department of Mobility',
    contact: 'mobility@example.edu',
    purpose: 'A study of charging in winter.',
    safeguards: 'Stored encrypted, access by two named researchers.',
    usedUntil: EXAMPLE_COMING_DAY,
  },
});

export const erasureNotify = endpoint(calls.erasureNotify, {
  ...notifying,
  access: 'signedIn',
  summary: 'Notifies the data holder that a public-sector body erased the data (Art. 19(1)(c)).',
  input: erasure,
  example: exampleErasure,
});

export const deskAcknowledgementAsk = endpoint(calls.deskAcknowledgementAsk, {
  ...notifying,
  access: 'reviewer',
  summary:
    'Asks a public-sector body to acknowledge the data holder’s contribution in an emergency publicly (Art. 20(1)).',
  ...applicationNumberInput,
});

export const givenData = z.object({
  applicationNumber: z.string(),
  departmentName: z.nullable(z.string()),
  purpose: z.string(),
  dataTypes: z.array(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  approvedAt: z.number(),
});

export const erasureNotice = z.object({
  erasedOn: isoDay,
  text: z.string(),
  recordedBy: z.string(),
  at: z.number(),
});

export const deskErasureLedger = endpoint(calls.deskErasureLedger, {
  access: 'desk',
  errors: ['notFound'],
  summary: 'Data given to public-sector bodies, with reports of their erasure, newest first.',
  input: z.strictObject({
    /**
     * Number of a request. Lists only data that this request asks for, too: data given to other
     * bodies and not reported as erased.
     */
    sameAs: z.optional(applicationNumber()),
    search: optionalLine(),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    total: z.number(),
    items: z.array(z.extend(givenData, { notice: z.nullable(erasureNotice) })),
  }),
  example: { page: 1, pageSize: 20 },
});

export const deskErasureRecord = endpoint(calls.deskErasureRecord, {
  ...notifying,
  access: 'reviewer',
  summary:
    'Records that a public-sector body reported the erasure of its data, or corrects this record.',
  input: z.extend(erasure, { corrects: z.optional(z.literal(true)) }),
  example: { ...exampleErasure, text: 'Letter of 3 Nov.' },
});

const notification = z.object({
  on: isoDay,
  how: z.string(),
  recordedBy: z.string(),
  at: z.number(),
});

export const NOTIFY_AUTHORITY_WITHIN_MS = 24 * 60 * 60 * 1000;

export const authorityNotice = z.object({
  since: z.number(),
  notified: z.nullable(notification),
  /** Notices of earlier decisions on the same application, oldest first. */
  earlier: z.array(z.extend(notification, { since: z.number() })),
});

export const deskAuthorityNotified = endpoint(calls.deskAuthorityNotified, {
  ...notifying,
  access: 'lead',
  summary:
    'Records that the competent authority, which accepts no mail, was notified of a decision, or corrects this record.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    notifiedOn: pastDate(),
    how: text(),
    corrects: z.optional(z.literal(true)),
  }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    notifiedOn: '2026-11-02',
    how: 'By its portal, reference 7.',
  },
});
