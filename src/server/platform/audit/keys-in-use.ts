import { createHmac } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import { upsertRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { SettingError, UnknownKey } from '#server/platform/database/store-error.ts';
import { auditKeys } from './audit-key.ts';

type Keys = Pick<Config, 'SECRET' | 'AUDIT_KEY' | 'DATA_DIR'>;

/** Identifies a secret without revealing it; also stored in backups. */
export const secretId = (secret: string): string =>
  createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16);

/** @throws {SettingError} in production, if the secret stored last is not configured here */
export async function requireStoredSecret(
  db: Kysely<Schema>,
  { SECRET, MODE }: Pick<Config, 'SECRET' | 'MODE'>,
): Promise<void> {
  const inUse = await secretInUse(db);
  if (MODE === 'production' && inUse !== null && !SECRET.map(secretId).includes(inUse))
    throw new SettingError(
      'SECRET is not the one that this installation uses: set that one, or both as SECRET=old,new. If it is lost, run portal staff forget-secret; authenticator apps must then be set up again',
    );
}

/**
 * Stores the id of the secret that this process writes with, before it writes anything. Processes
 * without that secret then reject work on values that they could not decrypt.
 * @throws {SettingError} see `requireStoredSecret`
 */
export async function announceSecret(
  db: Kysely<Schema>,
  config: Pick<Config, 'SECRET' | 'MODE'>,
): Promise<void> {
  await requireStoredSecret(db, config);
  const key_id = secretId(config.SECRET[0]);
  await upsertRow(db, 'secret_in_use', { id: 1 }, { key_id });
}

export async function forgetSecret(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('secret_in_use').execute();
}

/** Throws while another process uses an unknown secret: this one would reject its valid codes. */
export async function requireSecretInUse(
  db: Kysely<Schema>,
  { SECRET }: Pick<Config, 'SECRET'>,
): Promise<void> {
  const inUse = await secretInUse(db);
  if (inUse !== null && !SECRET.map(secretId).includes(inUse))
    throw new UnknownKey(
      `SECRET lacks the key ${inUse}, which another process uses: add it to SECRET of this process`,
    );
}

/** Throws while the key of the last chain entry is unknown: a forged head would go undetected. */
export function requireAuditKey(
  config: Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>,
  { seal_seq, key_id }: Pick<Selectable<Schema['audit_head']>, 'seal_seq' | 'key_id'>,
): void {
  if (seal_seq === 0 || auditKeys(config).some(({ id }) => id === key_id)) return;
  throw new UnknownKey(
    `AUDIT_KEY lacks the key ${key_id}, which another process uses: add it to AUDIT_KEY of this process`,
  );
}

export async function requireKeysInUse(db: Kysely<Schema>, config: Keys): Promise<void> {
  await requireSecretInUse(db, config);
  await requireAuditKeyInUse(db, config);
}

export async function requireAuditKeyInUse(
  db: Kysely<Schema>,
  config: Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>,
): Promise<void> {
  const head = await db
    .selectFrom('audit_head')
    .select(['seal_seq', 'key_id'])
    .executeTakeFirstOrThrow();
  requireAuditKey(config, head);
}

async function secretInUse(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('secret_in_use').select('key_id').executeTakeFirst();
  return row?.key_id ?? null;
}
