import { createHash, createHmac } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { RECIPIENT_LINK_DAYS } from '#contract/limits.ts';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { isOver } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { isUnchanged } from '#server/platform/audit/covered-rows.ts';
import { requireSecretInUse, secretId } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

type ApplicationRow = Schema['application'];

export type Delivery = Omit<Selectable<Schema['recipient']>, 'application_number'> &
  ApplicationRow & { report_state: string | null; kept_until: number | null };

export function canHaveRecipient(row: ApplicationRow): boolean {
  return isForThirdParty(row) && !isOver(row.state);
}

/**
 * Finds a delivery by its link, and stores the digest of the link under the first secret. Throws
 * `notFound` for a row that was inserted or changed by hand.
 */
export async function openDelivery(services: Services, token: string): Promise<Delivery> {
  const { store, config } = services;
  const delivery = await findDelivery(services, store.db, token);
  if (!(await isUnchanged(store, 'recipient', [delivery.number])))
    throw new ApiError(codes.notFound);
  const [token_digest] = linkDigests(config, token);
  if (token_digest && delivery.token_digest !== token_digest)
    await store.transact(async (trx) => {
      const isOpened = { token_digest: delivery.token_digest };
      const opened = trx.selectFrom('recipient').selectAll();
      await store.forUpdate(opened.where(({ and }) => and(isOpened))).execute();
      const update = trx.updateTable('recipient').set({ token_digest });
      await update.where(({ and }) => and(isOpened)).execute();
    });
  return delivery;
}

/** Finds a delivery by its link, which expires when it is withdrawn or not confirmed in time. */
export async function findDelivery(
  { now, config }: Services,
  db: Kysely<Schema>,
  token: string,
): Promise<Delivery> {
  const digests = [...linkDigests(config, token), digestWithoutKey(token)];
  const row = await deliveries(db)
    .where('recipient.token_digest', 'in', digests)
    .executeTakeFirst();
  if (!row) await requireSecretInUse(db, config);
  if (!row || !isOpen(row, now())) throw new ApiError(codes.notFound);
  return row;
}

const deliveries = (db: Kysely<Schema>) =>
  db
    .selectFrom('recipient')
    .innerJoin('application', 'application.number', 'recipient.application_number')
    .leftJoin('report', 'report.application_number', 'application.number')
    .selectAll('application')
    .select(['recipient.email', 'recipient.language', 'recipient.token_digest'])
    .select(['recipient.link_sent_at', 'recipient.proved_at', 'recipient.fetched_at'])
    .select(['recipient.withdrawn_at', 'report.state as report_state', 'report.kept_until']);

function isOpen(row: Delivery, at: number): boolean {
  const isInTime = row.proved_at !== null || at < row.link_sent_at + RECIPIENT_LINK_DAYS * DAY;
  return isInTime && row.withdrawn_at === null && canHaveRecipient(row);
}

export async function linksUnderOlderSecrets(
  { db }: Services['store'],
  config: Config,
  at: number,
): Promise<number> {
  const rows = await deliveries(db).where('recipient.token_digest', 'is not', null).execute();
  return rows.filter((row) => isOpen(row, at) && isUnderOlderSecret(config, row.token_digest ?? ''))
    .length;
}

/**
 * Returns the keyed digests of a recipient's link, one per secret in `SECRET`. Each begins with the
 * id of its secret, so that digests under another secret can be counted.
 */
export const linkDigests = ({ SECRET }: Pick<Config, 'SECRET'>, token: string) =>
  SECRET.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`recipient link\n${token}`);
    return `${secretId(secret)}.${hmac.digest('base64url')}`;
  });

/** Returns the digest that release 1.0.0 stored. */
const digestWithoutKey = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

const isUnderOlderSecret = ({ SECRET: [first] }: Pick<Config, 'SECRET'>, digest: string) =>
  digest.includes('.') && !digest.startsWith(`${secretId(first)}.`);
