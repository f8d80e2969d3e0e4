import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { InformationItem } from '#contract/information-items.ts';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';
import type { Config } from '#server/platform/store/config.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { applicationReceived, eventMails } from './application-mails.ts';
import { informationItemTexts } from './information-items.ts';

/** The event that causes a mail, null of the filing, and the application as it is after it. */
export interface Cause {
  application: Schema['application'];
  event: ApplicationEvent | null;
  text: string | undefined;
}

/** Mail address and language of an application's requester. */
export async function requesterOf(
  db: Kysely<Schema>,
  { requester_id }: Pick<Schema['application'], 'requester_id'>,
): Promise<{ email: string; language: Language }> {
  const { email, language } = await db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('id', '=', requester_id)
    .executeTakeFirstOrThrow();
  return { email, language: language as Language };
}

/** Mail to the requester about an event. Throws on an event that causes none. */
export function requesterMail(config: Config, language: Language, cause: Cause): MailText {
  const { application, event } = cause;
  const facts = {
    number: application.number,
    kind: application.kind,
    holderName: config.HOLDER_NAME,
    url: `${config.PUBLIC_URL ?? ''}/home/data-acquisition`,
    text: cause.text ?? '',
    until: application.answer_due_at ?? 0,
    timeZone: config.TIME_ZONE,
    isShared: hasTag(application.state, 'downloadable'),
  };
  if (event === null) return applicationReceived(language, facts);
  const mail = eventMails[event.type] as
    | ((language: Language, facts: object) => MailText)
    | undefined;
  if (!mail) throw new Error(`No mail to the requester for ${event.type}`);
  return mail(language, { ...facts, ...event, items: itemLabels(application, language) });
}

/** The parts of an application that the reviewer asks about, in words. */
export function itemLabels(
  { information_items }: Pick<Schema['application'], 'information_items'>,
  language: Language,
): string[] {
  const items = z.array(z.string()).parse(JSON.parse(information_items ?? '[]'));
  const say = wordsOf(language);
  // An older application may name an item that there is no more.
  const texts: Partial<Record<string, (typeof informationItemTexts)[InformationItem]>> =
    informationItemTexts;
  return items.map((item) => (texts[item] ? say(texts[item].label) : item));
}
