import type { Kysely, Transaction } from 'kysely';
import type { Value } from './audit-key.ts';
import type { Schema } from './schema.ts';
import { appendSeals, type ChainServices } from './seals.ts';

/** Contents of one kind that the chain seals, each by its key. */
export interface SealedTable {
  kind: string;
  /** Words for a content in the verifier's answer. */
  nameOf: (subject: string) => string;
  /** The keys that follow a key, in their order; the first ones after null. */
  keysAfter: (db: Kysely<Schema>, last: string | null, limit: number) => Promise<string[]>;
  /** The contents of those keys that are there. */
  read: (db: Kysely<Schema>, subjects: readonly string[]) => Promise<Map<string, readonly Value[]>>;
}

/** Seals contents as they are now; one that is not there is sealed as erased. */
export async function sealContents(
  services: ChainServices,
  trx: Transaction<Schema>,
  tables: readonly SealedTable[],
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  const contents = await Promise.all(
    tables.map(async ({ kind, read }) => {
      const found = await read(trx, subjects);
      return subjects.map((subject) => ({ kind, subject, content: found.get(subject) ?? null }));
    }),
  );
  await appendSeals(services, trx, contents.flat());
}
