import * as z from 'zod/mini';
import { described } from '#contract/settings.ts';

const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?(\?[^#]*)?$/;

const parameters = z.strictObject({
  endpoint: z.optional(z.url({ protocol: /^https?$/ })),
  region: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
  'path-style': z.optional(z.enum(['true', 'false'])),
  encryption: z.optional(z.string().check(z.regex(/^(AES256|aws:kms(:\S+)?)$/))),
});

function hasValidParameters(url: string): boolean {
  return (
    URL.canParse(url) && parameters.safeParse(Object.fromEntries(new URL(url).searchParams)).success
  );
}

export const storageSettings = {
  STORAGE_URL: described(
    z.optional(z.string().check(z.regex(BUCKET), z.refine(hasValidParameters))),
    'Bucket with the S3 API for files, reports and series, `s3://bucket/prefix`; `DATA_DIR` when unset. Optional parameters, `?endpoint=https://host&region=eu-west-1`: `endpoint` of a store other than Amazon S3; `region`, `AWS_REGION` when unset; `path-style=true` names the bucket in the path instead of the host, as most self-hosted stores require; `encryption=AES256`, `aws:kms` (default key of the account) or `aws:kms:KEY` (ID or ARN) encrypts objects in the store. The SDK finds the credentials: `AWS_ACCESS_KEY_ID` with `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.',
  ),
};
