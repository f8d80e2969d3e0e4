import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { turnOf } from '#contract/turns.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { answerAwaited } from '#server/applications/mails/application-mails.ts';
import { postToDesk } from '#server/applications/mails/desk-digest.ts';
import { dueAtDesk } from '#server/applications/mails/desk-mails.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { effectiveConfig } from './desk-settings.ts';

const BATCH = 100;

type Reminding = Services & { config: EffectiveConfig };

/**
 * Reminds whose turn it is of a date that is near: once a date, and never once the application has
 * ended. One that fails does not keep the others: `onError` hears of it. Answers how many there were.
 */
export async function remind(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<number> {
  const { store, now } = services;
  const config = await effectiveConfig(services);
  const at = now();
  const near = await store.db
    .selectFrom('application')
    .select('number')
    .where('due_at', '>', at)
    .where('due_at', '<=', at + config.REMIND_DAYS)
    .whereRef('reminded_revision', '<', 'revision')
    .orderBy('due_at')
    .limit(BATCH)
    .execute();
  for (const { number } of near)
    await store
      .transact((trx) => remindOf({ ...services, config }, trx, number, at + config.REMIND_DAYS))
      .catch(onError);
  return near.length;
}

async function remindOf(
  services: Reminding,
  trx: Transaction<Schema>,
  number: string,
  until: number,
): Promise<void> {
  const row = await services.store
    .forUpdate(trx.selectFrom('application').selectAll().where('number', '=', number))
    .executeTakeFirst();
  // Somebody acted in the meantime, or another process was first.
  if (!row || row.due_at === null || row.reminded_revision >= row.revision) return;
  if (row.due_at > until) return;
  await trx
    .updateTable('application')
    .set({ reminded_revision: row.revision })
    .where('number', '=', number)
    .execute();
  await postReminder(services, trx, row, row.due_at);
}

async function postReminder(
  services: Reminding,
  trx: Transaction<Schema>,
  row: ApplicationRow,
  until: number,
): Promise<void> {
  const { config } = services;
  const { number } = row;
  const site = config.PUBLIC_URL ?? '';
  if (turnOf(row.state) === 'requester') {
    const url = `${site}/home/data-acquisition/applications/${number}`;
    const facts = { until, timeZone: config.TIME_ZONE, url };
    return mailRequester({ services, trx }, row, answerAwaited, facts, { priority: 'routine' });
  }
  const desk = await deskRecipient(services, trx, row);
  if (!desk) return;
  const url = `${site}/desk/applications/${number}`;
  const text = dueAtDesk(desk.language, { number, until, timeZone: config.TIME_ZONE, url });
  await postToDesk(
    { services, trx },
    {
      ...text,
      recipient: desk.email,
      language: desk.language,
      reference: number,
      priority: 'routine',
    },
  );
}

/** Assignee of the application, else the desk's mailbox, where there is one. */
async function deskRecipient(
  { config }: Reminding,
  trx: Transaction<Schema>,
  { assignee_id }: ApplicationRow,
): Promise<{ email: string; language: Language } | null> {
  if (assignee_id !== null) {
    const { email, language } = await trx
      .selectFrom('account')
      .select(['email', 'language'])
      .where('id', '=', assignee_id)
      .executeTakeFirstOrThrow();
    return { email, language: language as Language };
  }
  return config.DESK_MAILBOX
    ? { email: config.DESK_MAILBOX, language: config.DESK_LANGUAGE }
    : null;
}
