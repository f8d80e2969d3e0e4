import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { isWithholding, type NoticeCause, type Withholding } from '#machines/refusal-grounds.ts';
import { causeInLaw } from '#server/applications/cause-in-law.ts';
import { letter, type MailText } from '#server/platform/mail/outbox.ts';

interface NoticeFacts {
  number: string;
  holderName: string;
  cause: NoticeCause;
  /** The substantiation that the requester was given. */
  text: string;
}

/** What a notice is about, and how it begins. */
const words: Readonly<
  Record<
    Withholding | 'refusal',
    (number: string) => readonly [MessageDescriptor, MessageDescriptor]
  >
> = {
  refusal: (number) => [
    msg`Notice: access to data refused, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have refused access to data for this reason:`,
  ],
  withholding: (number) => [
    msg`Notice: sharing of data withheld, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have withheld the sharing of data for this reason:`,
  ],
  suspension: (number) => [
    msg`Notice: sharing of data suspended, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have suspended the sharing of data for this reason:`,
  ],
};

/** To the competent authority: access was refused, or data were kept back, for a cause it has to know of. */
export function authorityNotice(
  language: Language,
  { number, holderName, cause, text }: NoticeFacts,
): MailText {
  const [subject, opening] = words[isWithholding(cause) ? cause : 'refusal'](number);
  return letter(
    language,
    subject,
    msg`Dear Sir or Madam,`,
    opening,
    causeInLaw(language, cause),
    // The authority is told which measures have not been agreed or implemented.
    ...(isWithholding(cause)
      ? [msg`The measures concerned, as we wrote to the requester:`, text]
      : []),
    msg`Application number: ${{ number }}`,
    {
      ...msg({
        message: 'Kind regards,\n{holderName}, as data holder',
        context: 'to an authority',
      }),
      values: { holderName },
    },
  );
}
