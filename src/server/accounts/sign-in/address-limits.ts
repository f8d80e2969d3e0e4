import type { Kysely, Transaction } from 'kysely';
import { LOCK_DURATION, MAX_WRONG_TRIES } from '#machines/limits.ts';
import type { Schema } from '#server/platform/database/schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Time for which wrong codes are stored: a day of limits, after the fifth of a day. */
export const WRONG_CODE_KEPT = DAY + LOCK_DURATION;

/** Locks the limits of an address until the transaction ends. Taken before its challenges. */
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

/** When the limits of an address were reset last; part of what its rate limits count by. */
export async function limitsResetAt(db: Kysely<Schema>, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('address_limit')
    .select('reset_at')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.reset_at ?? null;
}

/** Counts the wrong codes of unknown browsers at an address within the last 24 hours. */
export async function wrongCodesWithinDay(
  db: Kysely<Schema>,
  email: string,
  at: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('wrong_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('entered_at', '>', at - DAY)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Unknown browsers of a network at an address; `networks` are the digests of one network. */
interface OfNetwork {
  email: string;
  networks: readonly string[];
}

/**
 * Until when a network gets no code for an address: 24 hours after five wrong ones of its browsers
 * within a day. A browser that drops its cookies is blocked by it, too.
 */
export async function networkBlockedUntil(
  db: Kysely<Schema>,
  { email, networks }: OfNetwork,
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

/** After a right code, the network's wrong ones are no longer consecutive; the address counts them on. */
export async function endNetworkTries(
  trx: Transaction<Schema>,
  { email, networks }: OfNetwork,
): Promise<void> {
  await trx
    .updateTable('wrong_code')
    .set({ network: null })
    .where('email', '=', email)
    .where('network', 'in', networks)
    .execute();
}

/** A link was mailed within a day: it still works, and a further mail would only add to a flood. */
export function hasFreshLink(
  limits: Pick<Schema['address_limit'], 'link_digest' | 'link_mailed_at'> | undefined,
  at: number,
): boolean {
  if (!limits || limits.link_digest === null || limits.link_mailed_at === null) return false;
  return at < limits.link_mailed_at + DAY;
}

/** Stores the link that is about to be mailed; false when the last one was mailed within a day. */
export async function beginLink(
  trx: Transaction<Schema>,
  { email, digest, at }: { email: string; digest: string; at: number },
): Promise<boolean> {
  if (hasFreshLink(await lockAddressLimits(trx, email, at), at)) return false;
  await trx
    .updateTable('address_limit')
    .set({ link_digest: digest, link_mailed_at: at })
    .where('email', '=', email)
    .execute();
  return true;
}

/** Lets every limit of an address start anew; those it shares with other addresses stay. */
export async function resetAddressLimits(
  trx: Transaction<Schema>,
  email: string,
  at: number,
): Promise<void> {
  await trx.deleteFrom('wrong_code').where('email', '=', email).execute();
  await trx
    .updateTable('address_limit')
    .set({ reset_at: at, link_digest: null, link_mailed_at: null })
    .where('email', '=', email)
    .execute();
}
