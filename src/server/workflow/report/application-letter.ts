import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { letter, type MailParagraph } from '#server/platform/jobs/letter.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';

/** Facts that every mail about an application names. */
export interface ApplicationFacts {
  number: string;
  holderName: string;
  /** Address of the application in the portal. */
  url: string;
}

/** A mail to a requester about their application. */
export function aboutApplication(
  language: Language,
  { number, holderName, url }: ApplicationFacts,
  subject: MessageDescriptor,
  ...paragraphs: readonly MailParagraph[]
): MailText {
  return letter(
    language,
    subject,
    msg`Dear Sir or Madam,`,
    ...paragraphs,
    msg`Application number: ${{ number }}\nYour application in the portal: ${{ url }}`,
    msg`Kind regards,\n${{ holderName }}, as data holder`,
  );
}
