import * as z from 'zod/mini';
import { described } from '#contract/settings.ts';

/** `s3://bucket/prefix` */
const STORAGE = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/;

export const storageSettings = {
  STORAGE_URL: described(
    z.optional(z.string().check(z.regex(STORAGE))),
    'Bucket with the S3 API for files, reports and series, `s3://bucket/prefix`; `DATA_DIR` when unset. The SDK finds the credentials: `AWS_ACCESS_KEY_ID` with `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.',
  ),
  S3_ENDPOINT: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    'Endpoint of a store other than Amazon S3, `https://host`.',
  ),
  S3_REGION: described(
    z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
    'Region of the bucket; `AWS_REGION` when unset.',
  ),
  S3_PATH_STYLE: described(
    z._default(z.enum(['no', 'yes']), 'no'),
    '`yes`: the bucket is named in the path instead of the host, as most self-hosted stores require.',
  ),
  S3_ENCRYPTION: described(
    z._default(z.string().check(z.regex(/^(none|AES256|aws:kms(:\S+)?)$/)), 'none'),
    'Server-side encryption of objects: `AES256`, `aws:kms` with the default key of the account, or `aws:kms:KEY` with the ID or ARN of another key; with `none` the default of the bucket applies.',
  ),
  S3_SILENCE_SECONDS: described(
    z._default(z.coerce.number().check(z.minimum(0.1), z.maximum(600)), 5),
    'Idle timeout of the store, in seconds; then it counts as unavailable.',
  ),
};

export function storageProblem(config: {
  STORAGE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  AUDIT_KEY?: string | undefined;
}): string | null {
  // Otherwise, each process would create a key in its own folder.
  const isShared = config.STORAGE_URL !== undefined && config.DATABASE_URL !== undefined;
  return isShared && config.AUDIT_KEY === undefined
    ? 'STORAGE_URL with DATABASE_URL needs AUDIT_KEY'
    : null;
}
