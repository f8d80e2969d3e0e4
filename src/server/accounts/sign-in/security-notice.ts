import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import type { SecurityFacts } from './security-mails.ts';

/** Tells staff by mail what happened to their second factor, in the language of their sign-in. */
export async function postSecurityNotice(
  { config, now }: Services,
  trx: Transaction<Schema>,
  accountId: string,
  write: (language: Language, facts: SecurityFacts) => MailText,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select(['email', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const language = account.language as Language;
  const url = `${config.PUBLIC_URL ?? ''}/desk/second-factor`;
  await postMail(trx, {
    ...write(language, { holderName: config.HOLDER_NAME, url }),
    recipient: account.email,
    language,
    at: now(),
    priority: 'urgent',
  });
}
