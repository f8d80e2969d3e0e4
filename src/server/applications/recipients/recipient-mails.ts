import type { Language } from '#contract/languages.ts';
import { RECIPIENT_LINK_DAYS } from '#contract/limits.ts';
import { msg, plural } from '#lib/words/msg.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/applications/mails/application-letter.ts';
import { letter, type MailText } from '#server/platform/mail/outbox.ts';
import { instantText } from '#server/platform/words/words.ts';

/**
 * The link to a delivery, for the recipient. Nothing that the requester typed is in it: the address
 * may be a stranger's.
 */
export function recipientInvited(
  language: Language,
  { number, holderName, url }: ApplicationFacts,
): MailText {
  return letter(
    language,
    msg`Vehicle data are to be shared with you`,
    msg`Dear Sir or Madam,`,
    msg`A user of a connected vehicle has asked ${{ holderName }} to share data of the vehicle with you (Art. 5 of Regulation (EU) 2023/2854, Data Act), and named this address.`,
    msg`To see who shares what and for which purpose, to confirm this address, and to download the data once they are ready, open this link:\n${{ url }}`,
    msg`The link is meant for you alone. Please keep this e-mail, and confirm the address within ${plural({ days: RECIPIENT_LINK_DAYS }, { one: '# day', other: '# days' })}. We will send the password of the file in a separate e-mail.`,
    msg`If you know nothing about it, you do not need to do anything: without your confirmation, no data are shared with you.`,
    msg`Application number: ${{ number }}`,
    msg`Kind regards,\n${{ holderName }}, as data holder`,
  );
}

/** The password of the recipient's copy, to its proved address; without the link, which it has. */
export function recipientReady(
  language: Language,
  facts: Pick<ApplicationFacts, 'number' | 'holderName'> & {
    password: string;
    keptUntil: number;
    timeZone: string;
  },
): MailText {
  const { number, holderName, password } = facts;
  const until = instantText(language, facts.keptUntil, facts.timeZone);
  return letter(
    language,
    msg`The vehicle data shared with you are ready`,
    msg`Dear Sir or Madam,`,
    msg`Your copy of the vehicle data is ready. Download it with the link that we sent you in an earlier e-mail.`,
    msg`Password of the file: ${{ password }}`,
    msg`You can download the file until ${{ until }}. Keep the password: it opens only this file, and we will not send it again.`,
    msg`Application number: ${{ number }}`,
    msg`Kind regards,\n${{ holderName }}, as data holder`,
  );
}

/** Word to the requester that the recipient's address is proved. */
export function recipientConfirmed(
  language: Language,
  { recipient, ...facts }: ApplicationFacts & { recipient: string },
): MailText {
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the recipient has confirmed its address`,
    msg`${{ recipient }} is confirmed as the address of the third party. It gets its own copy of the data, with a password of its own, as soon as the data are ready.`,
    msg`If you did not name this address, sign in at once and withdraw the recipient on the page of the application.`,
  );
}
