import { auditKeys } from '#server/platform/audit/audit-key.ts';
import type { ChainServices } from './verify.ts';

/**
 * Tells in words which keys made seals and are not there any more, a line a key: what they sealed
 * cannot be verified.
 */
export async function missingKeys({ store, config }: ChainServices): Promise<string[]> {
  const known = auditKeys(config).map(({ id }) => id);
  const rows = await store.db
    .selectFrom('seal')
    .select(['key_id', ({ fn }) => fn.min('seq').as('first'), ({ fn }) => fn.max('seq').as('last')])
    .where('key_id', 'not in', known)
    .groupBy('key_id')
    .orderBy('first')
    .execute();
  return rows.map(
    ({ key_id, first, last }) =>
      `AUDIT_KEY lacks the key ${key_id}, with which the seals ${first} to ${last} were made: without it they cannot be verified. Put it behind the new one, AUDIT_KEY=new,old.`,
  );
}
