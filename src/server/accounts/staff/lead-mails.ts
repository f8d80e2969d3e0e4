import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { letter, type MailText, postMail } from '#server/platform/mail/outbox.ts';

interface LeadFacts {
  email: string;
  by: string;
  url: string;
  holderName: string;
}

function leadMail(wordsOf: (facts: LeadFacts) => [MessageDescriptor, MessageDescriptor]) {
  return (language: Language, facts: LeadFacts): MailText =>
    letter(
      language,
      ...wordsOf(facts),
      msg`If you did not expect this, talk to your colleagues at once.`,
      msg`Staff accounts in the portal: ${{ url: facts.url }}`,
      msg`Kind regards,\n${{ holderName: facts.holderName }}`,
    );
}

export const leadProposed = leadMail(({ email, by }) => [
  msg`A new lead is proposed`,
  msg`${{ by }} proposes ${{ email }} as a lead at the desk. Leads look after accounts, roles and settings, so a second lead has to confirm it. Until then nothing changes.`,
]);

export const leadMade = leadMail(({ email, by }) => [
  msg`There is a new lead`,
  msg`${{ email }} is a lead at the desk from now on. Confirmed by: ${{ by }}.`,
]);

export const leadDeclined = leadMail(({ email, by }) => [
  msg`A proposed lead was declined`,
  msg`${{ email }} does not become a lead at the desk. Declined by: ${{ by }}.`,
]);

export const leadRemovalProposed = leadMail(({ email, by }) => [
  msg`The removal of a lead is proposed`,
  msg`${{ by }} proposes that ${{ email }} is no longer a lead at the desk. Another lead has to confirm it. Until then nothing changes.`,
]);

export const leadRemoved = leadMail(({ email, by }) => [
  msg`A lead was removed`,
  msg`${{ email }} is no longer a lead at the desk. Confirmed by: ${{ by }}.`,
]);

export const leadRemovalDeclined = leadMail(({ email, by }) => [
  msg`The removal of a lead was declined`,
  msg`${{ email }} stays a lead at the desk. Declined by: ${{ by }}.`,
]);

/** Mails all leads except `by` and the person concerned. That person is mailed about a removal only. */
export async function mailLeads(
  { services: { config, now }, trx }: Scope,
  mail: ReturnType<typeof leadMail>,
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
      ...mail(language, { email, by: by.email, url, holderName: config.HOLDER_NAME }),
      recipient: lead.email,
      language,
      at: now(),
      priority: 'urgent',
    });
  }
}
