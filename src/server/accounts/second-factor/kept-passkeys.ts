import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

/** A row; its `id` is the credential's. */
export type PasskeyRow = Schema['passkey'];

/** The passkeys of an account, oldest first. */
export function passkeysOf(db: Kysely<Schema>, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}
