import type { Kysely, Transaction } from 'kysely';
import { DAY } from '#lib/words/durations.ts';
import { LOCK_DURATION, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { countRows, deleteRows, findRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';

/** Retention of wrong codes: the day in which they count, plus the lock after the fifth one. */
export const WRONG_CODE_RETENTION = DAY + LOCK_DURATION;

/** Locks an address's limits for the transaction; must precede a lock of its challenges. */
export async function lockAddressLimits(
  trx: Transaction<Schema>,
  email: string,
  at: number,
): Promise<Schema['address_limit']> {
  return trx
    .insertInto('address_limit')
    .values({ email, changed_at: at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ changed_at: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns when the limits of an address were last reset. The time is part of the key of its rate
 * limits, so a reset starts with full limits.
 */
export async function limitsResetAt(db: Kysely<Schema>, email: string): Promise<number | null> {
  const row = await findRow(db, 'address_limit', { email });
  return row?.reset_at ?? null;
}

export async function wrongCodesWithinDay(
  db: Kysely<Schema>,
  email: string,
  at: number,
): Promise<number> {
  const entered = db.selectFrom('wrong_code').where('entered_at', '>', at - DAY);
  return countRows(entered.where('email', '=', email));
}

interface NetworkAtAddress {
  email: string;
  networks: readonly string[];
}

/**
 * Returns until when a network gets no code for an address: 24 hours after its browsers entered
 * five wrong codes within a day. Deleting cookies does not avoid the block.
 */
export async function networkBlockedUntil(
  db: Kysely<Schema>,
  { email, networks }: NetworkAtAddress,
  at: number,
): Promise<number | null> {
  const last = await db
    .selectFrom('wrong_code')
    .select('entered_at')
    .where('email', '=', email)
    .where('network', 'in', networks)
    .orderBy('entered_at', 'desc')
    .limit(MAX_WRONG_TRIES)
    .execute();
  const [newest, oldest] = [last[0], last[MAX_WRONG_TRIES - 1]];
  if (!newest || !oldest || newest.entered_at - oldest.entered_at >= DAY) return null;
  const until = newest.entered_at + LOCK_DURATION;
  return at < until ? until : null;
}

/** Resets a network's wrong codes after a correct one; the address still counts them. */
export async function endNetworkTries(
  trx: Transaction<Schema>,
  { email, networks }: NetworkAtAddress,
): Promise<void> {
  await trx
    .updateTable('wrong_code')
    .set({ network: null })
    .where('email', '=', email)
    .where('network', 'in', networks)
    .execute();
}

export function hasFreshLink(
  limits: Pick<Schema['address_limit'], 'link_digest' | 'link_mailed_at'> | undefined,
  at: number,
): boolean {
  if (!limits || limits.link_digest === null || limits.link_mailed_at === null) return false;
  return at < limits.link_mailed_at + DAY;
}

export async function beginLink(
  trx: Transaction<Schema>,
  { email, digest, at }: { email: string; digest: string; at: number },
): Promise<boolean> {
  if (hasFreshLink(await lockAddressLimits(trx, email, at), at)) return false;
  await updateRows(trx, 'address_limit', { email }, { link_digest: digest, link_mailed_at: at });
  return true;
}

export async function resetAddressLimits(
  trx: Transaction<Schema>,
  email: string,
  at: number,
): Promise<void> {
  await deleteRows(trx, 'wrong_code', { email });
  const key = { email };
  await updateRows(trx, 'address_limit', key, {
    reset_at: at,
    link_digest: null,
    link_mailed_at: null,
  });
}
