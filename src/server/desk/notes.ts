import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { mentionsIn } from '#contract/mentions.ts';
import { endHandover, lockAtDesk } from '#server/applications/application-row.ts';
import {
  mailAtDesk,
  mentioned,
  notifyWatchers,
  withdrawFromDesk,
} from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import {
  deleteRows,
  findRows,
  insertRows,
  lockRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
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

async function saveMentions(
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

async function mailMentioned(
  scope: Scope,
  readers: readonly { email: string; language: string }[],
  { number, by }: { number: string; by: string },
): Promise<void> {
  for (const reader of readers)
    await mailAtDesk(scope, reader, number, mentioned, { number, by }, { anchor: '#notes' });
}

/**
 * Corrects or withdraws a note of the account. Mails staff who are mentioned for the first time.
 * @throws {ApiError} `notFound` if the account has not written the note; `notAllowedNow` if it was
 * withdrawn, or asks for an opinion that was given
 */
export async function changeNote(
  services: Services,
  account: Account,
  { applicationNumber: number, id, correction }: InputOf<typeof endpoints.deskNoteChange>,
): Promise<void> {
  const text = correction ?? '';
  await services.store.transact(async (trx) => {
    const application = await lockAtDesk(services, trx, account, number);
    const note = await lockRow(services.store, trx, 'note', {
      id,
      application_number: number,
      author_id: account.id,
    });
    if (!note) throw new ApiError(codes.notFound);
    if (note.text === '') throw new ApiError(codes.notAllowedNow, { state: application.state });
    if (text === note.text) return;
    if (text === '') await withdrawOpinion({ services, trx }, note, application);
    const earlier = note.earlier_json === null ? [] : JSON.parse(note.earlier_json);
    const replaced = { at: note.changed_at ?? note.at, text: note.text };
    const key = { id };
    await updateRows(trx, 'note', key, {
      text,
      changed_at: services.now(),
      earlier_json: JSON.stringify([...earlier, replaced]),
    });
    const before = await findRows(trx, 'mention', { note_id: id });
    const known = [account.id, ...before.map(({ account_id }) => account_id)];
    const named = await saveMentions(trx, { id, text }, application);
    const added = named.filter((account) => !known.includes(account.id));
    await mailMentioned({ services, trx }, added, { number, by: account.email });
    const action = text === '' ? 'note.withdraw' : 'note.correct';
    await appendAuditEvent(services, trx, { by: account, action, reference: number });
  });
}

/** Withdraws a request for an opinion, or reopens the request whose opinion is withdrawn. */
async function withdrawOpinion(
  { services: { store }, trx }: Scope,
  { id }: { id: string },
  { state }: { state: string },
): Promise<void> {
  const opinions = trx
    .selectFrom('opinion')
    .selectAll()
    .where((eb) => eb.or([eb('question_id', '=', id), eb('answer_id', '=', id)]));
  const found = await store.forUpdate(opinions).execute();
  const asked = found.find(({ question_id }) => question_id === id);
  if (asked && asked.answer_id !== null) throw new ApiError(codes.notAllowedNow, { state });
  if (asked) {
    await withdrawFromDesk(trx, questionTopic(id));
    await deleteRows(trx, 'opinion', { question_id: id });
  }
  const key = { answer_id: id };
  await updateRows(trx, 'opinion', key, { answer_id: null, agrees: null, revision: null });
}

export const questionTopic = (id: string) => `opinion ${id}`;

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
