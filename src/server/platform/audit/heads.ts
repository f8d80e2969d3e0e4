import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { auditKeys, keyedDigest } from './audit-key.ts';

const hexadecimal = z.string().check(z.regex(/^[0-9a-f]+$/));

/** The end of the chain at an instant, signed, as it leaves the machine: a line of JSON. */
export const signedHead = z.object({
  /** Number of the last seal, when it was made, and its hash. */
  seq: z.int(),
  at: z.int(),
  hash: hexadecimal,
  /** Id of the key that `mac` was made with. */
  key: hexadecimal,
  mac: hexadecimal,
});
export type SignedHead = z.infer<typeof signedHead>;

/** The chain's end as it is now; null before the first seal. */
export async function currentHead(db: Kysely<Schema>, config: Config): Promise<SignedHead | null> {
  const last = await db
    .selectFrom('seal')
    .select(['seq', 'at', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const [key] = auditKeys(config);
  return { ...last, key: key.id, mac: keyedDigest(key, ['head', last.seq, last.at, last.hash]) };
}

/** Tests that somebody signed a head who has the key. */
export function isSigned(config: Config, { seq, at, hash, key: id, mac }: SignedHead): boolean {
  const key = auditKeys(config).find((one) => one.id === id);
  return key !== undefined && mac === keyedDigest(key, ['head', seq, at, hash]);
}
