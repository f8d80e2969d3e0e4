import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { RecipientStatus } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { RECIPIENT_LINK_DAYS } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isForThirdParty, personalForms } from '#contract/stored-forms.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import {
  type ApplicationRow,
  lockApplication,
  rejectUnlessShared,
} from '#server/applications/application-row.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { recipientConfirmed, recipientInvited } from '#server/applications/reports/report-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRows, insertRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { postMail, removeMails, withdrawMails } from '#server/platform/mail/outbox.ts';
import { canHaveRecipient, type Delivery, linkDigests } from './deliveries.ts';
import { deleteCopies, holdFiles, queueCopy } from './report-copies.ts';

const TOKEN_BYTES = 32;

/** Actor in the audit log. The address is only in the recipient's row, which can be erased. */
const RECIPIENT = { id: 'recipient', email: 'recipient' };
const requester = ({ id }: { id: string }) => ({ id, email: 'requester' });

/**
 * Sets the address of the third party and mails a new link, which replaces the previous one.
 * Returns the names of obsolete files.
 * @throws {ApiError} `sharingSuspended`, or `notAllowedNow`, for example after another address
 *   downloaded the copy
 */
export async function nameRecipient(
  { services, trx }: Scope,
  row: ApplicationRow,
  { email, language, dueAt }: { email: string; language: Language; dueAt?: number },
): Promise<readonly string[]> {
  const { number } = row;
  const notAllowed = new ApiError(codes.notAllowedNow, { state: row.state });
  if (!canHaveRecipient(row)) throw notAllowed;
  if (hasTag(row.state, 'suspended'))
    throw new ApiError(codes.sharingSuspended, { state: row.state });
  const before = await lockedRecipient({ services, trx }, number);
  const isSameAddress = before?.email === email;
  const isSame = isSameAddress && before.withdrawn_at === null;
  if (before && before.fetched_at !== null && !isSameAddress) throw notAllowed;
  const obsolete = isSame ? [] : await removeCopies({ services, trx }, number);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = services.now();
  const named = {
    email,
    language,
    token_digest: linkDigests(services.config, token)[0] ?? null,
    link_sent_at: at,
    proved_at: isSame ? before.proved_at : null,
    fetched_at: isSameAddress ? before.fetched_at : null,
    withdrawn_at: null,
  };
  if (before) await updateRows(trx, 'recipient', { application_number: number }, named);
  else await insertRows(trx, 'recipient', { application_number: number, ...named });
  const by = requester({ id: row.requester_id });
  await appendAuditEvent(services, trx, { by, action: 'recipient.name', reference: number });
  const { HOLDER_NAME: holderName, PUBLIC_URL = '' } = services.config;
  // A URL fragment is never sent to a server, so the token appears in no log.
  const url = `${PUBLIC_URL}/delivery#${token}`;
  await postMail(trx, {
    ...recipientInvited(language, { number, holderName, url }),
    recipient: email,
    language,
    at,
    dueAt: dueAt ?? at,
    reference: number,
    topic: invitationTopic(number),
    validUntil: at + RECIPIENT_LINK_DAYS * DAY,
  });
  return obsolete;
}

/**
 * Mails the link to the third party that the form names. Does nothing if the requester has named or
 * withdrawn a recipient, or is the third party, which downloads the report itself.
 */
export async function inviteRecipient(
  scope: Scope,
  row: ApplicationRow,
  dueAt: number,
): Promise<void> {
  if (!isForThirdParty(row)) return;
  const email = personalForms.read(row.form_json).thirdParty?.email;
  const requester = await readerOf(scope.trx, row.requester_id);
  if (!email || email === requester.email || (await lockedRecipient(scope, row.number))) return;
  await nameRecipient(scope, row, { email, language: requester.language, dueAt });
}

/**
 * Removes the recipient that an approval invited, because the approval was undone. Does nothing if
 * the requester named one. Returns whether the invitation is removed: false if it is being sent.
 */
export async function withdrawInvitation(
  { services, trx }: Scope,
  number: string,
  approvedAt: number,
): Promise<boolean> {
  const topics = [invitationTopic(number)];
  const waiting = await trx
    .selectFrom('mail')
    .innerJoin('job', 'job.subject', 'mail.id')
    .select('mail.id')
    .where('mail.topic', 'in', topics)
    .where('mail.created_at', '>=', approvedAt)
    .where('mail.valid_until', '>', services.now())
    .where('job.kind', '=', 'mail')
    .where('job.run_at', '>', services.now())
    // After an error, `run_at` is the time of the retry, not the end of the undo period.
    .where('job.last_error', 'is', null)
    .executeTakeFirst();
  if (!waiting) return true;
  if ((await removeMails(trx, topics)).left > 0) return false;
  await trx
    .deleteFrom('recipient')
    .where('application_number', '=', number)
    .where('link_sent_at', '>=', approvedAt)
    .where('proved_at', 'is', null)
    .execute();
  return true;
}

export async function withdrawRecipient(
  scope: Scope,
  { number, state, requester_id: id }: ApplicationRow,
): Promise<readonly string[]> {
  const { services, trx } = scope;
  const before = await lockedRecipient(scope, number);
  if (!before || before.withdrawn_at !== null) throw new ApiError(codes.notAllowedNow, { state });
  const key = { application_number: number };
  await updateRows(trx, 'recipient', key, { withdrawn_at: services.now(), token_digest: null });
  await withdrawMails(trx, invitationTopic(number), services.now());
  const by = requester({ id });
  await appendAuditEvent(services, trx, { by, action: 'recipient.withdraw', reference: number });
  return removeCopies(scope, number);
}

export async function confirmDelivery(
  scope: Scope,
  { number, email, proved_at }: Delivery,
  language: Language,
): Promise<void> {
  if (proved_at !== null) return;
  const { services, trx } = scope;
  await lockedRecipient(scope, number);
  const at = services.now();
  // Updates no row if a concurrent confirmation or change of the address was committed first.
  const unconfirmed = { application_number: number, email, proved_at: null, withdrawn_at: null };
  const columns = { proved_at: at, language };
  if ((await updateRows(trx, 'recipient', unconfirmed, columns)) === 0) return;
  const event = { action: 'recipient.prove', reference: number } as const;
  await appendAuditEvent(services, trx, { by: RECIPIENT, ...event });
  await mailRequester(scope, number, recipientConfirmed, { recipient: email });
  await queueCopy(trx, number, at);
}

/**
 * Records a download before its content is read: once per format and hour, because a download in
 * parts makes one call per range.
 * @throws {ApiError} `notFound` if the link was withdrawn in the meantime, or that the application
 *   is no longer shared: an approval cannot be withdrawn after a download
 */
export async function recordFetch(scope: Scope, number: string, format: string): Promise<void> {
  const { services, trx } = scope;
  rejectUnlessShared(await lockApplication(scope, number));
  const recipient = await lockedRecipient(scope, number);
  if (!recipient || recipient.withdrawn_at !== null) throw new ApiError(codes.notFound);
  const event = { action: 'recipient.fetch', reference: number, detail: format } as const;
  const recorded = await trx
    .selectFrom('audit_entry')
    .select('seq')
    .where('application_number', '=', number)
    .where('action', '=', event.action)
    .where('detail', '=', format)
    .where('at', '>', services.now() - HOUR)
    .executeTakeFirst();
  if (recorded) return;
  const key = { application_number: number };
  if (recipient.fetched_at === null)
    await updateRows(trx, 'recipient', key, { fetched_at: services.now() });
  await appendAuditEvent(services, trx, { by: RECIPIENT, ...event });
}

export async function recipientOf(
  db: Kysely<Schema>,
  { number, state }: Pick<ApplicationRow, 'number' | 'state'>,
): Promise<RecipientStatus | null> {
  const [[row], files] = await Promise.all([
    findRows(db, 'recipient', { application_number: number }),
    findRows(db, 'recipient_file', { application_number: number }),
  ]);
  if (!row) return null;
  return {
    email: row.email,
    linkSentAt: row.link_sent_at,
    provedAt: row.proved_at,
    // While the sharing is suspended, files are stored but not ready.
    isReady: files.length > 0 && hasTag(state, 'downloadable'),
    fetchedAt: row.fetched_at,
    withdrawnAt: row.withdrawn_at,
  };
}

async function removeCopies({ services, trx }: Scope, number: string): Promise<string[]> {
  const files = await deleteCopies(trx, number);
  const isHeld = await holdFiles(trx, number, files, services.now());
  return isHeld ? [] : files.map(({ name }) => name);
}

function lockedRecipient({ services, trx }: Scope, number: string) {
  return lockRow(services.store, trx, 'recipient', { application_number: number });
}

export const invitationTopic = (number: string) => `link to the recipient ${number}`;
