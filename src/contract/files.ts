import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { EXAMPLE_FILE, fileId } from './fields.ts';
import { fileMarks } from './file-safety.ts';

/** Purposes of uploaded files. */
export const fileUsages = [
  'vehicleProof',
  'thirdPartyMaterial',
  'agreement',
  'supplement',
  'publicMaterial',
] as const;
export type FileUsage = (typeof fileUsages)[number];

/** A stored file as it is shown. */
export const storedFile = z.object({
  fileId: fileId(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  usage: z.enum(fileUsages),
  /** What a reader is to know before opening it. */
  marks: z.array(z.enum(fileMarks)),
});
export type StoredFile = z.infer<typeof storedFile>;

export const personUploadCert = endpoint({
  ...calls.personUploadCert,
  access: 'signedIn',
  errors: ['emptyFile', 'tooManyFiles', 'unsafeFile'],
  summary: 'Stores one file of a customer, sent as the part `file` beside the fields.',
  kind: 'multipart',
  input: z.strictObject({
    usage: z.enum(['vehicleProof', 'thirdPartyMaterial', 'agreement', 'supplement']),
  }),
  data: storedFile,
  example: { usage: 'vehicleProof' },
});

export const publicUploadCert = endpoint({
  ...calls.publicUploadCert,
  access: 'signedIn',
  errors: ['emptyFile', 'tooManyFiles', 'unsafeFile'],
  summary: 'Stores one file of a public-sector body, sent as the part `file` beside the fields.',
  kind: 'multipart',
  input: z.strictObject({ usage: z.enum(['publicMaterial', 'supplement']) }),
  data: storedFile,
  example: { usage: 'publicMaterial' },
});

/** Beside the specification's calls: what was uploaded can be fetched again. */
export const file = fileEndpoint({
  ...calls.file,
  access: 'signedIn',
  errors: ['notFound', 'fileWaits', 'unsafeFile'],
  summary: 'An uploaded file, as an attachment, for its owner and for reviewers.',
  input: z.strictObject({ fileId: fileId() }),
  example: { fileId: EXAMPLE_FILE },
});
