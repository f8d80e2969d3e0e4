import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { MailParagraph } from '#server/platform/jobs/letter.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';

/** Text of a reviewer; empty when there is none. */
export interface Written {
  text: string;
}

export interface Limited {
  /** Until when there is time to act, ms since the epoch. */
  until: number;
  /** IANA name of the desk's. */
  timeZone: string;
}

/** A mail to a requester in their language, with the facts that it tells. */
export type Mail<Facts> = (language: Language, facts: Facts) => MailText;

/** What the reviewer wrote beside a decision, where they did. */
export function remark({ text }: Written): MailParagraph[] {
  return text ? [msg`Remark of the reviewer:`, text] : [];
}

/** Ways to challenge a decision: Art. 10, 37 and 38 of a user or third party, 18(5) of a public body. */
export function remedies(kind: 'personal' | 'public'): MailParagraph[] {
  return kind === 'public'
    ? [
        msg`If you wish to challenge this decision and no change of the request settles the matter, it is submitted to the competent authority of the Member State where we are established (Article 18(5) of the Data Act).`,
      ]
    : [
        msg`If you disagree, you can complain to the competent authority of the Member State where you live, work or are established (Articles 37 and 38 of the Data Act). You can also agree with us to take the dispute to a certified dispute settlement body (Article 10). You can go to court in any case.`,
      ];
}
