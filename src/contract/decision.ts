import * as z from 'zod/mini';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { changed } from './application-record.ts';
import { calls } from './calls.ts';
import { deliveryExtent } from './delivery-extent.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  date,
  EXAMPLE_COMING_DAY,
  EXAMPLE_NUMBER,
  nothing,
  optionalText,
  revision,
  text,
} from './fields.ts';
import { informationItemCodes } from './information-items.ts';
import { languageCodes } from './languages.ts';

const grounds = Object.keys(refusalGrounds) as [RefusalGround, ...RefusalGround[]];

const subject = { applicationNumber: applicationNumber(), revision: revision() };
const refusalsOfAll = ['notFound', 'outdated', 'notAllowedNow', 'takenByOther'] as const;
const exampleDecision = { applicationNumber: EXAMPLE_NUMBER, revision: 1 };
/** The parts of the application that an answer is awaited to. */
const items = () => z.optional(z.array(z.enum(informationItemCodes)).check(z.maxLength(12)));

/** Needed of a public-sector body's request, within what it asks for; not taken of another. */
const extent = () => z.optional(deliveryExtent);

const deskStartReview = endpoint({
  ...calls.deskStartReview,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary: 'Begins the review of a submitted application.',
  input: z.strictObject(subject),
  data: changed,
  example: exampleDecision,
});

const deskPassQualification = endpoint({
  ...calls.deskPassQualification,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary: 'Finds the requester qualified; the data request is awaited.',
  input: z.strictObject({ ...subject, text: optionalText() }),
  data: changed,
  example: exampleDecision,
});

const deskRequestInformation = endpoint({
  ...calls.deskRequestInformation,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary: 'Asks the requester for what is missing, by a date.',
  input: z.strictObject({ ...subject, text: text(), items: items(), dueOn: date() }),
  data: changed,
  example: {
    ...exampleDecision,
    text: 'Please add the registration certificate.',
    items: ['vehicleProof'],
    dueOn: EXAMPLE_COMING_DAY,
  },
});

const deskApprove = endpoint({
  ...calls.deskApprove,
  access: 'reviewer',
  errors: [...refusalsOfAll, 'vehicleNotLinked', 'secondOpinionNeeded'],
  summary:
    'Approves the data request and queues the report; of a public-sector body’s, the extent that it is given.',
  input: z.strictObject({ ...subject, extent: extent(), text: optionalText() }),
  data: changed,
  example: exampleDecision,
});

const deskRefuse = endpoint({
  ...calls.deskRefuse,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary: 'Refuses on a ground that the law gives, in writing.',
  input: z.strictObject({ ...subject, ground: z.enum(grounds), text: text() }),
  data: changed,
  example: {
    ...exampleDecision,
    ground: 'userNotIdentified',
    text: 'The proof names another owner.',
  },
});

const deskWithhold = endpoint({
  ...calls.deskWithhold,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary:
    'Withholds the data while measures that protect trade secrets are not agreed or not kept (Art. 4(7), 5(10)); the text substantiates it.',
  input: z.strictObject({ ...subject, text: text() }),
  data: changed,
  example: {
    ...exampleDecision,
    text: 'The agreed access control for the calibration data is not in place.',
  },
});

const deskSuspend = endpoint({
  ...calls.deskSuspend,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary:
    'Suspends the sharing of approved data while agreed measures that protect trade secrets are not kept (Art. 4(7), 5(10)); the text substantiates it.',
  input: z.strictObject({ ...subject, text: text() }),
  data: changed,
  example: {
    ...exampleDecision,
    text: 'The calibration data were published, against the agreed confidentiality.',
  },
});

const deskResume = endpoint({
  ...calls.deskResume,
  access: 'reviewer',
  errors: [...refusalsOfAll],
  summary:
    'Goes on with the review of a data request whose data were withheld, or shares again what was suspended.',
  input: z.strictObject({ ...subject, text: optionalText() }),
  data: changed,
  example: exampleDecision,
});

/** The calls that decide, by their names. */
export const decisionCalls = {
  deskStartReview,
  deskPassQualification,
  deskRequestInformation,
  deskApprove,
  deskResume,
  deskWithhold,
  deskSuspend,
  deskRefuse,
};

/**
 * Decisions of a reviewer in the desk's order: the event that each sends, by which call, and which
 * fields of the desk's form go with it.
 */
export const decisions = {
  start: { event: 'review.start', call: 'deskStartReview', takes: [] },
  pass: { event: 'qualification.pass', call: 'deskPassQualification', takes: ['text'] },
  approve: { event: 'data.approve', call: 'deskApprove', takes: ['extent', 'text'] },
  request: {
    event: 'information.request',
    call: 'deskRequestInformation',
    takes: ['items', 'text', 'dueOn'],
  },
  resume: { event: 'sharing.resume', call: 'deskResume', takes: ['text'] },
  withhold: { event: 'sharing.withhold', call: 'deskWithhold', takes: ['text'] },
  suspend: { event: 'sharing.suspend', call: 'deskSuspend', takes: ['text'] },
  refuse: { event: 'application.refuse', call: 'deskRefuse', takes: ['ground', 'text'] },
} as const satisfies Record<
  string,
  {
    event: ApplicationEvent['type'];
    call: keyof typeof decisionCalls;
    takes: readonly ('text' | 'dueOn' | 'ground' | 'items' | 'extent')[];
  }
>;
export type Decision = keyof typeof decisions;

export const deskGrounds = endpoint({
  ...calls.deskGrounds,
  access: 'desk',
  summary: 'The lawful grounds of refusal with their articles, in the reader’s language.',
  input: nothing,
  data: z.array(
    z.object({
      code: z.enum(grounds),
      article: z.string(),
      kind: z.enum(['personal', 'public']),
      /** Where it can apply alone: `thirdParty` is to get the data; null everywhere. */
      only: z.nullable(z.literal('thirdParty')),
      label: z.string(),
    }),
  ),
  example: {},
});

export const deskPreview = endpoint({
  ...calls.deskPreview,
  access: 'reviewer',
  errors: [...refusalsOfAll, 'vehicleNotLinked', 'secondOpinionNeeded'],
  summary: 'A decision as the requester would read it, in their language; nothing is decided.',
  input: z.strictObject({
    ...subject,
    decision: z.enum(Object.keys(decisions) as Decision[]),
    text: optionalText(),
    items: items(),
    dueOn: z.optional(date()),
    ground: z.optional(z.enum(grounds)),
    extent: extent(),
  }),
  data: z.object({
    recipient: z.string(),
    language: z.enum(languageCodes),
    subject: z.string(),
    body: z.string(),
    /** True when the competent authority is notified too. */
    notifiesAuthority: z.boolean(),
  }),
  example: { ...exampleDecision, decision: 'pass' },
});
