import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { CODE_MINUTES } from '#machines/limits.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/applications/mails/application-letter.ts';
import { letter, type MailText } from '#server/platform/mail/outbox.ts';

/** The mail that brings the code by which a contact address is confirmed. */
export function contactCodeMail(
  language: Language,
  { code, holderName }: { code: string; holderName: string },
): MailText {
  return letter(
    language,
    msg`Confirm this contact e-mail address`,
    msg`Somebody who asked ${{ holderName }} for vehicle data named this address as the contact e-mail address. Once it is confirmed, we will send the password of the file with the data to it.`,
    msg`Your verification code is: ${{ code }}`,
    msg`It is valid for ${plural({ minutes: CODE_MINUTES }, { one: '# minute', other: '# minutes' })}. Give it only to the person who filed the application, and only if you know about the application.`,
    msg`If you know nothing about it, you do not need to do anything: without the code, we will not send a password here.`,
  );
}

/** Word to the requester's own address that another one was confirmed. */
export function contactConfirmed(
  language: Language,
  { contact, ...facts }: ApplicationFacts & { contact: string },
): MailText {
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: contact e-mail address confirmed`,
    msg`${{ contact }} is confirmed as the contact e-mail address. From now on, we will send the password of the file with your data there, and tell you each time.`,
    msg`If this was not you, sign in at once and check the application, and change the password of your mailbox.`,
  );
}

/** Word to the requester's own address that the password went to the confirmed one. */
export function reportReadyElsewhere(
  language: Language,
  { contact, ...facts }: ApplicationFacts & { contact: string },
): MailText {
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: your data are ready`,
    msg`The copy of the data is ready. Sign in to the portal to download it, as an Excel workbook or as a zip of CSV and JSON files.`,
    msg`We sent the password of the file to the contact e-mail address ${{ contact }}.`,
  );
}
