import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { SecurityFacts } from '#server/accounts/sign-in/security-mails.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import type { LeadFacts } from './lead-mails.ts';

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

export async function mailLeads(
  { services: { config, now }, trx }: Scope,
  write: (language: Language, facts: LeadFacts) => MailText,
  { email, by }: { email: string; by: { id: string; email: string } },
  except: string | null = email,
): Promise<void> {
  const leads = await trx
    .selectFrom('account')
    .select(['email', 'language'])
    .where('is_lead', '=', 1)
    .where('id', '!=', by.id)
    .$if(except !== null, (query) => query.where('email', '!=', except))
    .orderBy('email')
    .execute();
  const url = `${config.PUBLIC_URL ?? ''}/desk/staff`;
  for (const lead of leads) {
    const language = lead.language as Language;
    await postMail(trx, {
      ...write(language, { email, by: by.email, url, holderName: config.HOLDER_NAME }),
      recipient: lead.email,
      language,
      at: now(),
      priority: 'urgent',
    });
  }
}
