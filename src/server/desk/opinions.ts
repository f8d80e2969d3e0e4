import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { approvalKindOf, type FourEyes } from '#contract/four-eyes.ts';
import { type ApplicationRow, lockAtDesk, storedOf } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { lastChange } from '#server/applications/history.ts';
import { mailAtDesk, opinionAsked, opinionGiven } from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { insertRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { questionTopic, writeNote } from './notes.ts';

type Note = DataOf<typeof endpoints.deskOpinionAsk>;

/**
 * Asks a colleague for an opinion: saves the note and mails them.
 * @throws {ApiError} `invalid` if they cannot review the application
 */
export async function askOpinion(
  services: Services,
  account: Account,
  { applicationNumber: number, of, note }: InputOf<typeof endpoints.deskOpinionAsk>,
): Promise<Note> {
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    const application = await lockAtDesk(services, trx, account, number);
    const colleague = await trx
      .selectFrom('account')
      .select(['id', 'email', 'language'])
      .where('id', '=', of)
      .where('id', 'not in', [account.id, application.requester_id])
      .where((eb) => eb.or([eb('is_reviewer', '=', 1), eb('is_lead', '=', 1)]))
      .executeTakeFirst();
    if (!colleague) throw invalid('of', 'choice');
    const written = await writeNote(scope, account, { ...application, number }, note, [of]);
    await insertRows(trx, 'opinion', {
      question_id: written.id,
      application_number: number,
      asked_of: of,
    });
    const facts = { number, by: account.email };
    const order = { anchor: '#notes', topic: questionTopic(written.id) } as const;
    await mailAtDesk(scope, colleague, number, opinionAsked, facts, order);
    return { ...written, opinion: { of: colleague.email, answer: null, agrees: null } };
  });
}

/** Saves an opinion and mails the colleague who asked. Throws `notFound` without a request. */
export async function giveOpinion(
  services: Services,
  account: Account,
  input: InputOf<typeof endpoints.deskOpinionGive>,
): Promise<Note> {
  const { applicationNumber: number, question, note, agrees } = input;
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    const application = await lockAtDesk(services, trx, account, number);
    const asker = await trx
      .selectFrom('opinion')
      .innerJoin('note', 'note.id', 'opinion.question_id')
      .innerJoin('account', 'account.id', 'note.author_id')
      .select(['account.id', 'account.email', 'account.language'])
      .where('question_id', '=', question)
      .where('opinion.application_number', '=', number)
      .where('asked_of', '=', account.id)
      .where('answer_id', 'is', null)
      .executeTakeFirst();
    if (!asker) throw new ApiError(codes.notFound);
    const key = { question_id: question };
    await lockRow(services.store, trx, 'opinion', key);
    const written = await writeNote(scope, account, { ...application, number }, note, [asker.id]);
    await updateRows(trx, 'opinion', key, {
      answer_id: written.id,
      revision: application.revision,
      ...(agrees !== undefined && { agrees: agrees ? 1 : 0 }),
    });
    if (agrees !== undefined)
      await appendAuditEvent(services, trx, {
        by: account,
        action: 'opinion.give',
        reference: number,
        detail: `${agrees ? 'agrees' : 'advises against'}, revision ${application.revision}`,
      });
    const facts = { number, by: account.email };
    await mailAtDesk(scope, asker, number, opinionGiven, facts, { anchor: '#notes' });
    return written;
  });
}

export async function fourEyesOf(
  services: Services,
  application: ApplicationRow,
  account: string,
): Promise<FourEyes> {
  const { FOUR_EYES } = await effectiveConfig(services);
  if (!FOUR_EYES.includes(approvalKindOf(storedOf(application)))) return null;
  const latest = await lastOpinions(services.store.db, application, account);
  const changed = (await lastChange(services.store.db, application))?.revision ?? 0;
  const opinions = latest.map(({ id, by, agrees, revision }) => ({
    id,
    by,
    agrees: agrees === 1,
    isCurrent: revision !== null && revision >= changed,
  }));
  const second = opinions.find(({ agrees, isCurrent }) => agrees && isCurrent);
  return {
    second: second ? { id: second.id, email: second.by } : null,
    opinions: opinions.map(({ id: _, ...opinion }) => opinion),
  };
}

/**
 * Checks the second opinion again while the application is locked: meanwhile, it may have been
 * withdrawn, its author may no longer review, or the application may have changed.
 * @throws {ApiError} `secondOpinionNeeded`
 */
export async function requireSecond(
  { services, trx }: Scope,
  { revision, ...approved }: ApplicationRow,
  account: string,
  second: { id: string } | null | undefined,
): Promise<void> {
  const before = { ...approved, revision: revision - 1 };
  const store = { ...services.store, db: trx };
  const fourEyes = await fourEyesOf({ ...services, store }, before, account);
  if (fourEyes && (!fourEyes.second || fourEyes.second.id !== second?.id))
    throw new ApiError(codes.secondOpinionNeeded, {
      revision: before.revision,
      state: approved.state,
    });
}

async function lastOpinions(
  db: Kysely<Schema>,
  { number, requester_id }: ApplicationRow,
  without: string,
) {
  const answers = await db
    .selectFrom('opinion')
    .innerJoin('note', 'note.id', 'opinion.answer_id')
    .innerJoin('account', 'account.id', 'opinion.asked_of')
    .select(['account.id', 'email as by', 'agrees', 'revision', 'note.at'])
    .where('opinion.application_number', '=', number)
    .where('agrees', 'is not', null)
    .where('asked_of', 'not in', [without, requester_id])
    .where((eb) => eb.or([eb('is_reviewer', '=', 1), eb('is_lead', '=', 1)]))
    .orderBy('note.at', 'desc')
    .orderBy('note.id')
    .execute();
  return answers.filter(
    ({ id }, index) => answers.findIndex((answer) => answer.id === id) === index,
  );
}
