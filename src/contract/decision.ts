import * as z from 'zod/mini';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { calls } from './calls.ts';
import { daysWithData } from './data-coverage.ts';
import { dataTypes } from './data-types.ts';
import { deliveryExtent } from './delivery-extent.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  changedApplication,
  date,
  EXAMPLE_COMING_DAY,
  EXAMPLE_NUMBER,
  optionalText,
  revision,
  text,
} from './fields.ts';
import { informationItemCodes } from './information-items.ts';
import { letterPreview } from './letter-preview.ts';

export const grounds = Object.keys(refusalGrounds) as [RefusalGround, ...RefusalGround[]];

const subject = { applicationNumber: applicationNumber(), revision: revision() };
const decisionErrors = ['notFound', 'outdated', 'notAllowedNow', 'takenByOther'] as const;
const exampleDecision = { applicationNumber: EXAMPLE_NUMBER, revision: 1 };
/** Application by which another body received the same data: for `alreadyProvided` only. */
const earlier = () => z.optional(applicationNumber());
const items = () => z.optional(z.array(z.enum(informationItemCodes)).check(z.maxLength(12)));

/** Required for a public-sector body, within what it requested; rejected for other requesters. */
const extent = () => z.optional(deliveryExtent);

const decisionCall = {
  access: 'reviewer',
  errors: decisionErrors,
  data: changedApplication,
} as const;
const decidedByLead = { ...decisionCall, access: 'lead' } as const;

export const decisionCalls = {
  deskStartReview: endpoint(calls.deskStartReview, {
    ...decisionCall,
    summary: 'Begins the review of a submitted application.',
    input: z.strictObject(subject),
    example: exampleDecision,
  }),
  deskPassQualification: endpoint(calls.deskPassQualification, {
    ...decisionCall,
    summary: 'Finds the requester qualified; the data request is awaited.',
    input: z.strictObject({ ...subject, text: optionalText() }),
    example: exampleDecision,
  }),
  deskRequestInformation: endpoint(calls.deskRequestInformation, {
    ...decisionCall,
    summary: 'Asks the requester for what is missing, by a date.',
    input: z.strictObject({ ...subject, text: text(), items: items(), dueOn: date() }),
    example: {
      ...exampleDecision,
      text: 'Please add the registration certificate.',
      items: ['vehicleProof'],
      dueOn: EXAMPLE_COMING_DAY,
    },
  }),
  deskApprove: endpoint(calls.deskApprove, {
    ...decisionCall,
    errors: [...decisionErrors, 'vehicleNotLinked', 'secondOpinionNeeded', 'recipientMissing'],
    summary:
      'Approves the data request and queues the report; for a public-sector body, within the given extent.',
    input: z.strictObject({ ...subject, extent: extent(), text: optionalText() }),
    example: exampleDecision,
  }),
  deskResume: endpoint(calls.deskResume, {
    ...decisionCall,
    summary:
      'Continues the review of a data request whose data were withheld, or resumes suspended sharing.',
    input: z.strictObject({ ...subject, text: optionalText() }),
    example: exampleDecision,
  }),
  deskWithhold: endpoint(calls.deskWithhold, {
    ...decisionCall,
    summary:
      'Withholds the data while measures that protect trade secrets are not agreed or not kept (Art. 4(7), 5(10)); the text substantiates it.',
    input: z.strictObject({ ...subject, text: text() }),
    example: {
      ...exampleDecision,
      text: 'The agreed access control for the calibration data is not in place.',
    },
  }),
  deskSuspend: endpoint(calls.deskSuspend, {
    ...decisionCall,
    summary:
      'Suspends the sharing of approved data while agreed measures that protect trade secrets are not kept (Art. 4(7), 5(10)); the text substantiates it.',
    input: z.strictObject({ ...subject, text: text() }),
    example: {
      ...exampleDecision,
      text: 'The calibration data were published, against the agreed confidentiality.',
    },
  }),
  deskRefuse: endpoint(calls.deskRefuse, {
    ...decisionCall,
    summary: 'Refuses on a lawful ground, in writing.',
    input: z.strictObject({
      ...subject,
      ground: z.enum(grounds),
      earlier: earlier(),
      text: text(),
    }),
    example: {
      ...exampleDecision,
      ground: 'userNotIdentified',
      text: 'The proof names another owner.',
    },
  }),
  deskExtendDeadline: endpoint(calls.deskExtendDeadline, {
    ...decisionCall,
    summary: 'Gives the requester until a later date to answer.',
    input: z.strictObject({ ...subject, dueOn: date(), text: optionalText() }),
    example: { ...exampleDecision, dueOn: EXAMPLE_COMING_DAY },
  }),
  deskWithdrawQuestion: endpoint(calls.deskWithdrawQuestion, {
    ...decisionCall,
    summary: 'Withdraws a request for information; the review continues.',
    input: z.strictObject({ ...subject, text: optionalText() }),
    example: exampleDecision,
  }),
  deskWithdrawApproval: endpoint(calls.deskWithdrawApproval, {
    ...decidedByLead,
    summary:
      'Withdraws the approval of a data request whose report nobody has downloaded, and deletes the report; the review continues.',
    input: z.strictObject({ ...subject, text: text() }),
    example: { ...exampleDecision, text: 'The proof of ownership is of another vehicle.' },
  }),
  deskEndSharing: endpoint(calls.deskEndSharing, {
    ...decidedByLead,
    summary: 'Ends an application whose sharing is suspended.',
    input: z.strictObject({ ...subject, text: text() }),
    example: { ...exampleDecision, text: 'The agreed measures will not be taken.' },
  }),
  deskReopen: endpoint(calls.deskReopen, {
    ...decidedByLead,
    summary:
      'Reopens an application that the data holder ended, in the state before its end. If it awaits an answer there, the time to answer starts again.',
    input: z.strictObject({ ...subject, text: text() }),
    example: { ...exampleDecision, text: 'The proof of ownership was sent in time.' },
  }),
};

/** Decisions of a reviewer in the order of the desk: event, endpoint, and fields of the form. */
export const decisions = {
  start: { event: 'review.start', call: 'deskStartReview', fields: [] },
  pass: { event: 'qualification.pass', call: 'deskPassQualification', fields: ['text'] },
  approve: { event: 'data.approve', call: 'deskApprove', fields: ['extent', 'text'] },
  request: {
    event: 'information.request',
    call: 'deskRequestInformation',
    fields: ['items', 'text', 'dueOn'],
  },
  resume: { event: 'sharing.resume', call: 'deskResume', fields: ['text'] },
  withhold: { event: 'sharing.withhold', call: 'deskWithhold', fields: ['text'] },
  suspend: { event: 'sharing.suspend', call: 'deskSuspend', fields: ['text'] },
  extend: { event: 'deadline.extend', call: 'deskExtendDeadline', fields: ['dueOn', 'text'] },
  withdrawQuestion: {
    event: 'information.withdraw',
    call: 'deskWithdrawQuestion',
    fields: ['text'],
  },
  refuse: {
    event: 'application.refuse',
    call: 'deskRefuse',
    fields: ['ground', 'earlier', 'text'],
  },
  withdrawApproval: {
    event: 'approval.withdraw',
    call: 'deskWithdrawApproval',
    fields: ['text'],
  },
  endSharing: { event: 'sharing.end', call: 'deskEndSharing', fields: ['text'] },
  reopen: { event: 'application.reopen', call: 'deskReopen', fields: ['text'] },
} as const satisfies Record<
  string,
  {
    event: ApplicationEvent['type'];
    call: keyof typeof decisionCalls;
    fields: readonly ('text' | 'dueOn' | 'ground' | 'earlier' | 'items' | 'extent')[];
  }
>;
export type Decision = keyof typeof decisions;

export const deskUndo = endpoint(calls.deskUndo, {
  ...decisionCall,
  summary:
    'Undoes the caller’s own decision, the last event of an application, within 10 seconds: its letters are not sent and its report is not generated or, after the withdrawal of an approval, not deleted.',
  input: z.strictObject(subject),
  example: exampleDecision,
});

export function needsText(decision: Decision): boolean {
  const { shape } = decisionCalls[decisions[decision].call].input;
  return 'text' in shape && !shape.text.safeParse(undefined).success;
}

export const deskGrounds = endpoint(calls.deskGrounds, {
  access: 'desk',
  summary: 'The lawful grounds of refusal with their articles, in the reader’s language.',
  data: z.array(
    z.object({
      code: z.enum(grounds),
      article: z.string(),
      kind: z.enum(['personal', 'public']),
      /** `thirdParty`: only where a third party receives the data; null: everywhere. */
      only: z.nullable(z.literal('thirdParty')),
      label: z.string(),
    }),
  ),
});

export const deskPreview = endpoint(calls.deskPreview, {
  access: 'reviewer',
  errors: [...decisionErrors, 'vehicleNotLinked', 'secondOpinionNeeded', 'recipientMissing'],
  summary:
    'Preview of a decision as the requester would read it, in their language; decides nothing. Subject and body are empty if the decision is not mailed.',
  input: z.strictObject({
    ...subject,
    decision: z.enum(Object.keys(decisions) as Decision[]),
    text: optionalText(),
    items: items(),
    dueOn: z.optional(date()),
    ground: z.optional(z.enum(grounds)),
    earlier: earlier(),
    extent: extent(),
  }),
  data: z.extend(letterPreview, { notifiesAuthority: z.boolean() }),
  example: { ...exampleDecision, decision: 'pass' },
});

export const deskInformationItems = endpoint(calls.deskInformationItems, {
  access: 'desk',
  errors: ['notFound'],
  summary:
    'Information that can be requested for an application now, with a wording in the requester’s language.',
  ...applicationNumberInput,
  data: z.array(
    z.object({
      code: z.enum(informationItemCodes),
      label: z.string(),
      wording: z.string(),
    }),
  ),
});

export const deskDecisionLetter = fileEndpoint(calls.deskDecisionLetter, {
  access: 'desk',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'The written decision on an ended application, as its requester gets it.',
  ...applicationNumberInput,
});

export const deskReportPreview = endpoint(calls.deskReportPreview, {
  access: 'desk',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Preview of the report of a data request: values by signal, and gaps.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    extent: z.optional(deliveryExtent),
  }),
  data: z.object({
    vehicles: z.number(),
    isMasked: z.boolean(),
    types: z.array(
      z.object({
        type: z.enum(dataTypes),
        label: z.string(),
        rows: z.number(),
        /** Null for several vehicles, or if the source does not report it. */
        days: z.nullable(daysWithData),
        /** Longest gap that the source reports, in ms; null without one. */
        longestGap: z.nullable(z.number()),
        signals: z.array(
          z.object({
            name: z.string(),
            unit: z.string(),
            values: z.number(),
            gap: z.nullable(z.enum(['notRecorded', 'withheld', 'noPeriod'])),
          }),
        ),
      }),
    ),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const deskModels = endpoint(calls.deskModels, {
  access: 'desk',
  summary: 'Models of the data holder’s vehicles with their numbers.',
  data: z.array(z.object({ model: z.string(), vehicles: z.number() })),
});
