import * as z from 'zod/mini';
import { findAuditKeys } from '#server/platform/audit/audit-key.ts';
import { secretId } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Fingerprint } from '#server/platform/storage/file-storage.ts';

/** Problem with a backup; the message is for the operator. */
export class BackupError extends Error {}

const fingerprint = { size: z.number(), sha256: z.string() };
const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601. */
  at: z.string(),
  /** Name of the installation; null before the first start. */
  installation: z.nullable(z.string()),
  /** Fingerprints of the keys, which are not in the backup. */
  keys: z.object({ audit: z.array(z.string()), secret: z.string() }),
  database: z.object({ path: z.string(), ...fingerprint }),
  files: z.array(z.object({ path: z.string(), ...fingerprint })),
});
export type Manifest = z.infer<typeof manifestSchema>;
/** A file of the backup, by its path, `folder/name`. */
export type BackupFile = { path: string } & Fingerprint;

/**
 * Parses the text of a manifest.
 * @throws {BackupError} when there is none, or none that this release reads
 */
export function readManifest(text: string | null, folder: string): Manifest {
  if (text === null)
    throw new BackupError(`${folder} holds no complete backup: there is no manifest.json`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`manifest.json in ${folder} is not one that this release reads`, {
      cause,
    });
  }
}

/** Fingerprints that identify the keys of an installation and reveal nothing of them. */
export function fingerprintsOf(config: Config): Manifest['keys'] {
  return {
    audit: findAuditKeys(config).map(({ id }) => id),
    secret: secretId(config.SECRET[0]),
  };
}
