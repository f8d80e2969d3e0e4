import type { Language } from '#contract/languages.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { type MailText, postMail } from '#server/platform/mail/outbox.ts';
import type { LeadFacts } from './lead-mails.ts';

/** Mails every lead but who acts and whom it is about, each in their language. */
export async function mailLeads(
  { services: { config, now }, trx }: Scope,
  write: (language: Language, facts: LeadFacts) => MailText,
  { email, by }: { email: string; by: { id: string; email: string } },
): Promise<void> {
  const leads = await trx
    .selectFrom('account')
    .select(['email', 'language'])
    .where('is_lead', '=', 1)
    .where('id', '!=', by.id)
    .where('email', '!=', email)
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
