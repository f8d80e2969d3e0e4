import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { letter, type MailParagraph, type MailText } from '#server/platform/mail/outbox.ts';

export interface LeadFacts {
  email: string;
  by: string;
  url: string;
  holderName: string;
}

export function leadProposed(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`A new lead is proposed`,
    msg`${{ by }} proposes ${{ email }} as a lead at the desk. Leads look after accounts, roles and settings, so a second lead has to confirm it. Until then nothing changes.`,
  );
}

export function leadMade(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`There is a new lead`,
    msg`${{ email }} is a lead at the desk from now on. Confirmed by: ${{ by }}.`,
  );
}

export function leadDeclined(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`A proposed lead was declined`,
    msg`${{ email }} does not become a lead at the desk. Declined by: ${{ by }}.`,
  );
}

export function leadRemovalProposed(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`The removal of a lead is proposed`,
    msg`${{ by }} proposes that ${{ email }} is no longer a lead at the desk. Another lead has to confirm it. Until then nothing changes.`,
  );
}

export function leadRemoved(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`A lead was removed`,
    msg`${{ email }} is no longer a lead at the desk. Confirmed by: ${{ by }}.`,
  );
}

export function leadRemovalDeclined(language: Language, facts: LeadFacts): MailText {
  const { email, by } = facts;
  return leadMail(
    language,
    facts,
    msg`The removal of a lead was declined`,
    msg`${{ email }} stays a lead at the desk. Declined by: ${{ by }}.`,
  );
}

function leadMail(
  language: Language,
  { url, holderName }: LeadFacts,
  subject: Parameters<typeof letter>[1],
  paragraph: MailParagraph,
): MailText {
  return letter(
    language,
    subject,
    paragraph,
    msg`If you did not expect this, talk to your colleagues at once.`,
    msg`Staff accounts in the portal: ${{ url }}`,
    msg`Kind regards,\n${{ holderName }}`,
  );
}
