import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, applicationNumberInput, EXAMPLE_NUMBER, email } from './fields.ts';

export const regenerateReport = endpoint(calls.regenerateReport, {
  access: 'signedIn',
  errors: [
    'notFound',
    'vehicleNotLinked',
    'notAllowedNow',
    'reportNotReady',
    'tooManyReports',
    'sharingSuspended',
  ],
  summary: 'Queues the report of an approved application again.',
  ...applicationNumberInput,
});

export const resendPassword = endpoint(calls.resendPassword, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'reportNotReady', 'sharingSuspended'],
  summary: 'Mails the password of a delivered report again, and returns the address.',
  ...applicationNumberInput,
  data: z.object({ email: z.string() }),
});

export const reportKey = endpoint(calls.reportKey, {
  access: 'anyone',
  summary: 'Public key that verifies the signatures of manifests.',
  data: z.object({
    algorithm: z.literal('Ed25519'),
    /** Public key: SubjectPublicKeyInfo as PEM. */
    publicKey: z.string(),
    otherPublicKeys: z.array(z.string()),
  }),
});

export const reportFormats = ['xlsx', 'zip'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const report = fileEndpoint(calls.report, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'reportNotReady', 'sharingSuspended'],
  summary:
    'The encrypted workbook of an approved application, or the same rows as encrypted zip of CSV, JSON Lines and Parquet. For its requester.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    format: z._default(z.enum(reportFormats), 'xlsx'),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

/** Token of a mailed link. Sent in the body, because URLs end up in logs and browser histories. */
const token = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const EXAMPLE_TOKEN = 'dG9rZW4gb2YgdGhlIGxpbmsgdG8gYSByZWNpcGllbnQ';

export const nameRecipient = endpoint(calls.nameRecipient, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'sharingSuspended'],
  summary:
    'Names the e-mail address of an application’s third party and mails it a link to the delivery; repeated, mails the link again.',
  input: z.strictObject({ applicationNumber: applicationNumber(), email: email() }),
  example: { applicationNumber: EXAMPLE_NUMBER, email: 'recipient@example.com' },
});

export const withdrawRecipient = endpoint(calls.withdrawRecipient, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Ends the delivery to the third party: link and copy are deleted.',
  ...applicationNumberInput,
});

export const deliveryState = z.object({
  applicationNumber: z.string(),
  recipient: z.string(),
  email: z.string(),
  sharedBy: z.string(),
  holder: z.string(),
  purpose: z.string(),
  dataTypes: z.array(z.string()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  provedAt: z.nullable(z.number()),
  progress: z.enum(['waiting', 'ready', 'empty', 'over', 'suspended']),
  sharedUntil: z.nullable(z.number()),
  timeZone: z.string(),
  files: z.array(z.object({ format: z.enum(reportFormats), size: z.number() })),
});

export const delivery = endpoint(calls.delivery, {
  access: 'anyone',
  errors: ['notFound'],
  summary:
    'Who shares which data, for which purpose and until when. For the recipient with the link.',
  input: z.strictObject({ token: token() }),
  data: deliveryState,
  example: { token: EXAMPLE_TOKEN },
});

export const deliveryConfirm = endpoint(calls.deliveryConfirm, {
  access: 'anyone',
  errors: ['notFound'],
  summary:
    'Confirms the recipient’s mailbox by the token of the link; later passwords of its copy are mailed there.',
  input: z.strictObject({ token: token() }),
  example: { token: EXAMPLE_TOKEN },
});

export const deliveryFile = fileEndpoint(calls.deliveryFile, {
  access: 'anyone',
  errors: ['notFound', 'notAllowedNow', 'reportNotReady', 'sharingSuspended'],
  summary: 'The recipient’s encrypted copy of the data, with a separate password.',
  input: z.strictObject({ token: token(), format: z.enum(reportFormats) }),
  example: { token: EXAMPLE_TOKEN, format: 'xlsx' },
});
