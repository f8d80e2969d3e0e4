import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { letter, type MailParagraph, type MailText } from '#server/platform/mail/outbox.ts';

/** Facts that every mail about an application names. */
export interface ApplicationFacts {
  number: string;
  holderName: string;
  /** Address of the application in the portal. */
  url: string;
}

/** Text of a reviewer; empty when there is none. */
export interface Written {
  text: string;
}

export interface Limited {
  /** End of the time to act, ms since the epoch. */
  until: number;
  /** IANA name of the desk's time zone. */
  timeZone: string;
}

/** Template of a mail: the language of its reader and the facts that it names. */
export type MailTemplate<Facts> = (language: Language, facts: Facts) => MailText;

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

/** The reviewer's text beside a decision, if any. */
export function remark({ text }: Written): MailParagraph[] {
  return text ? [msg`Remark of the reviewer:`, text] : [];
}

/** Ways to challenge a decision: Art. 10, 37 and 38 of a user or third party, 18(5) of a public body. */
export function remedies(kind: ApplicationKind): MailParagraph[] {
  return kind === 'public'
    ? [
        msg`If you wish to challenge this decision and no change of the request settles the matter, it is submitted to the competent authority of the Member State where we are established (Article 18(5) of the Data Act).`,
      ]
    : [
        msg`If you disagree, you can complain to the competent authority of the Member State where you live, work or are established (Articles 37 and 38 of the Data Act). You can also agree with us to take the dispute to a certified dispute settlement body (Article 10). You can go to court in any case.`,
      ];
}
