import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { EXAMPLE_FILE, fileId } from './fields.ts';
import { MEBIBYTE } from './limits.ts';

export const unsafeReasons = ['macros', 'program', 'archive', 'path', 'malware'] as const;
export type UnsafeReason = (typeof unsafeReasons)[number];

/** Warnings before a file is opened. `script`: runs or loads something. `waiting`: not scanned. `malware`: content deleted. */
export const fileMarks = [
  'waiting',
  'malware',
  'script',
  'attachment',
  'password',
  'unreadable',
] as const;
export type FileMark = (typeof fileMarks)[number];

export const archiveLimits = {
  maxMembers: 2000,
  maxBytes: 500 * MEBIBYTE,
  /** Maximum compression ratio. Archives of at most `freeBytes` unpacked may have any ratio. */
  maxRatio: 100,
  freeBytes: 20 * MEBIBYTE,
  maxDepth: 1,
} as const;

export const fileUsages = [
  'vehicleProof',
  'thirdPartyMaterial',
  'agreement',
  'supplement',
  'publicMaterial',
] as const;
export type FileUsage = (typeof fileUsages)[number];

export const storedFile = z.object({
  fileId: fileId(),
  name: z.string(),
  size: z.number(),
  usage: z.enum(fileUsages),
  marks: z.array(z.enum(fileMarks)),
});
export type StoredFile = z.infer<typeof storedFile>;

export const personUploadCert = endpoint(calls.personUploadCert, {
  access: 'signedIn',
  errors: ['emptyFile', 'tooManyFiles', 'unsafeFile', 'agreementUnsigned'],
  summary: 'Uploads a file of a customer, as the part `file` besides the fields.',
  kind: 'multipart',
  input: z.strictObject({
    usage: z.enum(['vehicleProof', 'thirdPartyMaterial', 'agreement', 'supplement']),
  }),
  data: storedFile,
  example: { usage: 'vehicleProof' },
});

export const publicUploadCert = endpoint(calls.publicUploadCert, {
  access: 'signedIn',
  errors: ['emptyFile', 'tooManyFiles', 'unsafeFile', 'agreementUnsigned'],
  summary: 'Uploads a file of a public-sector body, as the part `file` besides the fields.',
  kind: 'multipart',
  input: z.strictObject({ usage: z.enum(['publicMaterial', 'supplement']) }),
  data: storedFile,
  example: { usage: 'publicMaterial' },
});

export const file = fileEndpoint(calls.file, {
  access: 'signedIn',
  errors: ['notFound', 'fileWaits', 'unsafeFile'],
  summary: 'Downloads an uploaded file. For its owner and for reviewers.',
  input: z.strictObject({ fileId: fileId() }),
  example: { fileId: EXAMPLE_FILE },
});
