import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { confirmedContact } from '#server/applications/recipients/contact-address.ts';
import {
  contactConfirmed,
  reportReadyElsewhere,
} from '#server/applications/recipients/contact-mails.ts';
import { recipientConfirmed } from '#server/applications/recipients/recipient-mails.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import type { ApplicationFacts } from './application-letter.ts';

type Wording = (language: Language, facts: ApplicationFacts) => MailText;
type Report = Pick<Schema['report'], 'application_number'>;

/**
 * Mails a password to the contact address once that is confirmed, else to the requester's own; the
 * own one always gets word of it.
 */
export async function mailPassword(
  services: Services,
  trx: Transaction<Schema>,
  { application_number: number }: Report,
  word: Wording,
): Promise<void> {
  const { own, contact, post } = await correspondence(services, trx, number);
  await post(contact ?? own, word);
  if (contact === null) return;
  await post(own, (language, facts) => reportReadyElsewhere(language, { ...facts, contact }));
}

/** Mails an outcome without a password to the confirmed contact address and the requester's own. */
export async function mailOutcome(
  services: Services,
  trx: Transaction<Schema>,
  { application_number: number }: Report,
  word: Wording,
): Promise<void> {
  const { own, contact, post } = await correspondence(services, trx, number);
  await post(own, word);
  if (contact !== null) await post(contact, word);
}

/** Tells the requester's own address which one was confirmed beside it. */
export async function mailConfirmation(
  services: Services,
  trx: Transaction<Schema>,
  number: string,
  contact: string,
): Promise<void> {
  const { own, post } = await correspondence(services, trx, number);
  await post(own, (language, facts) => contactConfirmed(language, { ...facts, contact }));
}

/** Tells the requester's own address that the third party's is proved. */
export async function mailRecipientConfirmed(
  services: Services,
  trx: Transaction<Schema>,
  number: string,
  recipient: string,
): Promise<void> {
  const { own, post } = await correspondence(services, trx, number);
  await post(own, (language, facts) => recipientConfirmed(language, { ...facts, recipient }));
}

/** The addresses of an application, and how to write to one of them. */
async function correspondence({ config, now }: Services, trx: Transaction<Schema>, number: string) {
  const row = await trx
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['account.language', 'account.email'])
    .select(['form_json', 'data_request_json', 'contact_confirmed_at'])
    .where('application.number', '=', number)
    .executeTakeFirstOrThrow();
  const language = row.language as Language;
  const facts = {
    number,
    holderName: config.HOLDER_NAME,
    url: `${config.PUBLIC_URL ?? ''}/home/data-acquisition`,
  };
  const post = (recipient: string, word: Wording) =>
    postMail(trx, { ...word(language, facts), recipient, language, at: now(), reference: number });
  return { own: row.email, contact: confirmedContact(row, row.email), post };
}
