import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { RecipientStatus } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { RECIPIENT_LINK_DAYS } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { mailRecipientConfirmed } from '#server/applications/mails/mail-requester.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { postMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import { holdFiles } from './held-reports.ts';
import { dropCopies, queueCopy } from './recipient-copies.ts';
import { recipientInvited } from './recipient-mails.ts';
import { requireShared } from './require-shared.ts';

const DAY = 24 * 60 * 60 * 1000;
const TOKEN_BYTES = 32;

type ApplicationRow = Schema['application'];
type RecipientRow = Selectable<Schema['recipient']>;

/** An application with the recipient that has its link, and the state of its report. */
export type Delivery = Omit<RecipientRow, 'application_number'> &
  ApplicationRow & { report_state: string | null; kept_until: number | null };

/** Stands in the log for a recipient: their address is in the row alone, which is erased. */
const RECIPIENT = { id: 'recipient', email: 'recipient' };
const requester = ({ id }: { id: string }) => ({ id, email: 'requester' });

/** Tests that the application is for a third party, and that data follow or are there. */
export function canHaveRecipient(row: ApplicationRow): boolean {
  const isOver = hasTag(row.state, 'ended') && !hasTag(row.state, 'downloadable');
  return isForThirdParty(row) && !isOver;
}

/**
 * Names the address of an application's third party and mails a new link there; the one before
 * opens nothing any more. Who names the same address again has its link mailed anew. Answers the
 * stored files that are nobody's any more.
 * @throws {ApiError} `sharingSuspended`, or `notAllowedNow` also once another address has fetched its copy
 */
export async function nameRecipient(
  { services, trx }: Scope,
  row: ApplicationRow,
  { email, language }: { email: string; language: Language },
): Promise<readonly string[]> {
  const { number } = row;
  const refused = new ApiError(codes.notAllowedNow, { state: row.state });
  if (!canHaveRecipient(row)) throw refused;
  requireShared(row);
  const before = await lockedRecipient({ services, trx }, number);
  const isSameAddress = before?.email === email;
  const isSame = isSameAddress && before.withdrawn_at === null;
  if (before && before.fetched_at !== null && !isSameAddress) throw refused;
  const obsolete = isSame ? [] : await removeCopies({ services, trx }, number);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = services.now();
  const named = {
    email,
    language,
    token_digest: digestOf(token),
    link_sent_at: at,
    proved_at: isSame ? before.proved_at : null,
    fetched_at: isSameAddress ? before.fetched_at : null,
    withdrawn_at: null,
  };
  await trx
    .insertInto('recipient')
    .values({ application_number: number, ...named })
    .onConflict((conflict) => conflict.column('application_number').doUpdateSet(named))
    .execute();
  const by = requester({ id: row.requester_id });
  await appendAuditEvent(services, trx, { by, action: 'recipient.name', reference: number });
  const { HOLDER_NAME: holderName, PUBLIC_URL = '' } = services.config;
  // Behind the `#`, which no server and no log sees.
  const url = `${PUBLIC_URL}/delivery#${token}`;
  await postMail(trx, {
    ...recipientInvited(language, { number, holderName, url }),
    recipient: email,
    language,
    at,
    reference: number,
    topic: topicOf(number),
    validUntil: at + RECIPIENT_LINK_DAYS * DAY,
  });
  return obsolete;
}

/**
 * Ends the delivery to the recipient; answers the stored files that are nobody's any more.
 * @throws {ApiError} `notAllowedNow` when there is none
 */
export async function withdrawRecipient(
  scope: Scope,
  { number, state, requester_id: id }: ApplicationRow,
): Promise<readonly string[]> {
  const { services, trx } = scope;
  const before = await lockedRecipient(scope, number);
  if (!before || before.withdrawn_at !== null) throw new ApiError(codes.notAllowedNow, { state });
  await trx
    .updateTable('recipient')
    .set({ withdrawn_at: services.now(), token_digest: null })
    .where('application_number', '=', number)
    .execute();
  await withdrawMails(trx, topicOf(number), services.now());
  const by = requester({ id });
  await appendAuditEvent(services, trx, { by, action: 'recipient.withdraw', reference: number });
  const obsolete = await removeCopies(scope, number);
  return obsolete;
}

/**
 * The delivery that a link opens, the one place that says so: not once it is withdrawn, nobody
 * confirmed it in time, or no data follow from the application any more.
 * @throws {ApiError} `notFound`
 */
export async function openDelivery(
  { now }: Services,
  db: Kysely<Schema>,
  token: string,
): Promise<Delivery> {
  const row = await db
    .selectFrom('recipient')
    .innerJoin('application', 'application.number', 'recipient.application_number')
    .leftJoin('report', 'report.application_number', 'application.number')
    .selectAll('application')
    .select(['recipient.email', 'recipient.language', 'recipient.token_digest'])
    .select(['recipient.link_sent_at', 'recipient.proved_at', 'recipient.fetched_at'])
    .select(['recipient.withdrawn_at', 'report.state as report_state', 'report.kept_until'])
    .where('recipient.token_digest', '=', digestOf(token))
    .executeTakeFirst();
  const isInTime =
    row && (row.proved_at !== null || now() < row.link_sent_at + RECIPIENT_LINK_DAYS * DAY);
  if (!isInTime || row.withdrawn_at !== null || !canHaveRecipient(row))
    throw new ApiError(codes.notFound);
  return row;
}

/** Records that who has the mailbox opened the link; the copy is generated as soon as it can be. */
export async function confirmDelivery(
  { services, trx }: Scope,
  { number, email, proved_at }: Delivery,
  language: Language,
): Promise<void> {
  if (proved_at !== null) return;
  const at = services.now();
  // Of two at once, or one that names another address meanwhile, one is first.
  const { numUpdatedRows } = await trx
    .updateTable('recipient')
    .set({ proved_at: at, language })
    .where('application_number', '=', number)
    .where('email', '=', email)
    .where('proved_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await appendAuditEvent(services, trx, {
    by: RECIPIENT,
    action: 'recipient.prove',
    reference: number,
  });
  await mailRecipientConfirmed(services, trx, number, email);
  await queueCopy(trx, number, at);
}

/** Records a fetch of the recipient's copy. */
export async function recordFetch(
  { services, trx }: Scope,
  number: string,
  format: string,
): Promise<void> {
  await trx
    .updateTable('recipient')
    .set({ fetched_at: services.now() })
    .where('application_number', '=', number)
    .where('fetched_at', 'is', null)
    .execute();
  await appendAuditEvent(services, trx, {
    by: RECIPIENT,
    action: 'recipient.fetch',
    reference: number,
    detail: format,
  });
}

/** The recipient of an application, as its owner and the desk see it. */
export async function recipientOf(
  db: Kysely<Schema>,
  { number, state }: Pick<ApplicationRow, 'number' | 'state'>,
): Promise<RecipientStatus | null> {
  const row = await db
    .selectFrom('recipient')
    .selectAll()
    .where('application_number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const file = await db
    .selectFrom('recipient_file')
    .select('name')
    .where('application_number', '=', number)
    .executeTakeFirst();
  return {
    email: row.email,
    linkSentAt: row.link_sent_at,
    provedAt: row.proved_at,
    // While the sharing is suspended, the files stay and nobody gets them.
    isReady: file !== undefined && hasTag(state, 'downloadable'),
    fetchedAt: row.fetched_at,
    withdrawnAt: row.withdrawn_at,
  };
}

/** Removes the recipient's files, but for those that an open dispute is about. */
async function removeCopies({ services, trx }: Scope, number: string): Promise<string[]> {
  const files = await dropCopies(trx, number);
  const isHeld = await holdFiles(trx, number, files, services.now());
  return isHeld ? [] : files.map(({ name }) => name);
}

function lockedRecipient({ services, trx }: Scope, number: string) {
  const query = trx.selectFrom('recipient').selectAll().where('application_number', '=', number);
  return services.store.forUpdate(query).executeTakeFirst();
}

const topicOf = (number: string) => `link to the recipient ${number}`;

/** 256 bits at random need neither salt nor key. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
