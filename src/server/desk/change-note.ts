import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { lockAtDesk } from '#server/applications/application-row.ts';
import { withdrawFromDesk } from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { deleteRows, findRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { mailMentioned, saveMentions } from './notes.ts';
import { questionTopic } from './opinions.ts';

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
