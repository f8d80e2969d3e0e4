import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  comingDate,
  date,
  EXAMPLE_COMING_DAY,
  EXAMPLE_NUMBER,
  line,
  optionalText,
  text,
} from './fields.ts';

/** Organisations that a public-sector body may pass data on to: Art. 21(1)(a) and (b). */
export const onwardKinds = ['research', 'statistics'] as const;

/** Notice that a public-sector body passes data on, as Art. 21(5) wants it. */
const passingOnFacts = {
  kind: z.enum(onwardKinds),
  organisation: line(),
  contact: line(),
  purpose: text(),
  /** Technical protection and organisational measures. */
  safeguards: text(),
};

export const passingOn = z.object({
  noticeId: z.string(),
  /** ms since the epoch */
  at: z.number(),
  ...passingOnFacts,
  /** YYYY-MM-DD, the last day of use. */
  usedUntil: z.string(),
});
export type PassingOn = z.infer<typeof passingOn>;

/** The data holder's wish that its contribution in an emergency is acknowledged (Art. 20(1)). */
export const acknowledgement = z.object({ at: z.number() });

const notified = z.object({ applicationNumber: z.string() });

export const passingOnNotify = endpoint({
  ...calls.passingOnNotify,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary:
    'Notifies the data holder that a public-sector body passes data on to a research organisation or statistical office (Art. 21(5)).',
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

export const erasureNotify = endpoint({
  ...calls.erasureNotify,
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Notifies the data holder that a public-sector body erased the data (Art. 19(1)(c)).',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    erasedOn: date(),
    text: optionalText(),
  }),
  data: notified,
  example: { applicationNumber: EXAMPLE_NUMBER, erasedOn: '2026-11-02' },
});

export const deskAcknowledgementAsk = endpoint({
  ...calls.deskAcknowledgementAsk,
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow'],
  summary:
    'Asks a public-sector body to acknowledge publicly what the data holder contributes in an emergency (Art. 20(1)).',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: notified,
  example: { applicationNumber: EXAMPLE_NUMBER },
});
