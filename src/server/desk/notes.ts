import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { mentionsIn } from '#contract/mentions.ts';
import { endHandover, lockAtDesk } from '#server/applications/application-row.ts';
import { mailAtDesk, mentioned, notifyWatchers } from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { deleteRows, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';

type Note = DataOf<typeof endpoints.deskNoteAdd>;

export async function addNote(
  services: Services,
  account: Account,
  { applicationNumber: number, note: text }: { applicationNumber: string; note: string },
): Promise<Note> {
  return services.store.transact(async (trx) => {
    const application = await lockAtDesk(services, trx, account, number);
    return writeNote({ services, trx }, account, { ...application, number }, text);
  });
}

/** Writes a note on a locked application. Accounts in `alreadyMailed` get no mail about it. */
export async function writeNote(
  scope: Scope,
  account: Account,
  application: Pick<Schema['application'], 'number' | 'state' | 'kind' | 'requester_id'>,
  text: string,
  alreadyMailed: readonly string[] = [],
): Promise<Note> {
  const { services, trx } = scope;
  const { number } = application;
  const note = { id: randomUUID(), at: services.now(), text };
  await endHandover(trx, application, account);
  await insertRows(trx, 'note', {
    ...note,
    application_number: number,
    author_id: account.id,
  });
  const named = await saveMentions(trx, note, application);
  const others = named.filter(({ id }) => id !== account.id && !alreadyMailed.includes(id));
  await mailMentioned(scope, others, { number, by: account.email });
  await notifyWatchers(scope, {
    application,
    event: 'note.add',
    by: { role: 'reviewer', id: account.id },
    without: [...alreadyMailed, ...others.map(({ id }) => id)],
  });
  await appendAuditEvent(services, trx, { by: account, action: 'note.add', reference: number });
  const mentions = named.map(({ email }) => email);
  const unchanged = { changedAt: null, earlier: [] };
  return { ...note, ...unchanged, author: account.email, mentions, opinion: null };
}

export async function saveMentions(
  trx: Transaction<Schema>,
  { id: note_id, text }: { id: string; text: string },
  application: Pick<Schema['application'], 'number' | 'requester_id'>,
) {
  await deleteRows(trx, 'mention', { note_id });
  const named = await readersNamed(trx, text, application);
  const mentions = named.map(({ id }) => ({
    note_id,
    account_id: id,
    application_number: application.number,
  }));
  await insertRows(trx, 'mention', mentions);
  return named;
}

/** Finds the staff mentioned in a note, except the requester, who must not read it. */
async function readersNamed(
  trx: Transaction<Schema>,
  text: string,
  { requester_id }: { requester_id: string },
) {
  if (!text.includes('@')) return [];
  const staff = await trx
    .selectFrom('account')
    .select(['id', 'email', 'language'])
    .where((eb) =>
      eb.or([eb('is_reviewer', '=', 1), eb('is_lead', '=', 1), eb('is_auditor', '=', 1)]),
    )
    .orderBy('email')
    .execute();
  // Compares with all staff, so that an ambiguous name mentions no one.
  const addresses = mentionsIn(
    text,
    staff.map(({ email }) => email),
  );
  return staff.filter(({ id, email }) => id !== requester_id && addresses.includes(email));
}

export async function mailMentioned(
  scope: Scope,
  readers: readonly { email: string; language: string }[],
  { number, by }: { number: string; by: string },
): Promise<void> {
  for (const reader of readers)
    await mailAtDesk(scope, reader, number, mentioned, { number, by }, { anchor: '#notes' });
}

export async function notesFor(
  db: Kysely<Schema>,
  reader: Account,
  application: { number: string; requester_id: string },
): Promise<Note[]> {
  if (application.requester_id === reader.id) return [];
  const [notes, mentions, opinions] = await Promise.all([
    db
      .selectFrom('note')
      .innerJoin('account', 'account.id', 'note.author_id')
      .select(['note.id', 'at', 'email as author', 'text', 'changed_at', 'earlier_json'])
      .where('application_number', '=', application.number)
      .orderBy('at')
      .orderBy('note.id')
      .execute(),
    db
      .selectFrom('mention')
      .innerJoin('account', 'account.id', 'mention.account_id')
      .select(['note_id', 'email'])
      .where('mention.application_number', '=', application.number)
      .orderBy('email')
      .execute(),
    db
      .selectFrom('opinion')
      .innerJoin('account', 'account.id', 'opinion.asked_of')
      .select(['question_id', 'answer_id', 'email', 'agrees'])
      .where('opinion.application_number', '=', application.number)
      .execute(),
  ]);
  const opinionOf = (id: string) => {
    const request = opinions.find(({ question_id }) => question_id === id);
    if (!request) return null;
    const agrees = request.agrees === null ? null : request.agrees === 1;
    return { of: request.email, answer: request.answer_id, agrees };
  };
  return notes.map(({ changed_at: changedAt, earlier_json, ...note }) => ({
    ...note,
    changedAt,
    earlier: earlier_json === null ? [] : JSON.parse(earlier_json),
    opinion: opinionOf(note.id),
    mentions: mentions.filter(({ note_id }) => note_id === note.id).map(({ email }) => email),
  }));
}
