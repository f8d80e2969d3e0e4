import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, EXAMPLE_NUMBER } from './fields.ts';

export const regenerateReport = endpoint({
  ...calls.regenerateReport,
  access: 'signedIn',
  errors: ['notFound', 'vehicleNotLinked', 'notAllowedNow', 'tooManyReports', 'sharingSuspended'],
  summary: 'Queues the report of an approved application again.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.null(),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const reportKey = endpoint({
  ...calls.reportKey,
  access: 'anyone',
  summary: 'The public key that the signatures of delivered manifests are checked with.',
  input: z.strictObject({}),
  data: z.object({
    algorithm: z.literal('Ed25519'),
    /** SubjectPublicKeyInfo as PEM. */
    publicKey: z.string(),
    /** Keys that signed before a change of key, or sign after one that is under way. */
    otherPublicKeys: z.array(z.string()),
  }),
  example: {},
});

export const reportFormats = ['xlsx', 'zip'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const report = fileEndpoint({
  ...calls.report,
  access: 'signedIn',
  errors: ['notFound', 'reportNotReady', 'sharingSuspended'],
  summary:
    'The encrypted workbook of an approved application, or the same rows as an encrypted zip of CSV, JSON Lines and Parquet, for its requester.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    format: z._default(z.enum(reportFormats), 'xlsx'),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});
