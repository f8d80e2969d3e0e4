import type { Language } from '#contract/languages.ts';
import { RECIPIENT_LINK_DAYS } from '#contract/limits.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { CODE_MINUTES } from '#machines/limits.ts';
import {
  type ApplicationFacts,
  applicationMail,
} from '#server/applications/mails/application-mails.ts';
import { greeting, letter, type MailText } from '#server/platform/mail/outbox.ts';
import { instantText } from '#server/platform/words/words.ts';

const programs = msg`Windows: 7-Zip (Windows Explorer cannot open it)\nmacOS: Keka or The Unarchiver\nLinux: 7-Zip or File Roller`;

/** Repeated in the outcome, because an approval without further information is not mailed. */
export const approved = msg`We have approved your data request.`;

export const zipPrograms = [
  msg`The zip contains the data as CSV, JSON Lines and Parquet files, one for each data type, with a description of all signals and the signed manifest. It is encrypted with AES-256. These programs are free of charge and open it:`,
  programs,
];

/** `keptUntil`: end of the download period, ms since the epoch. */
export const reportReady = applicationMail<{
  password: string;
  keptUntil: number;
  timeZone: string;
}>((facts, language) => [
  msg`Application ${{ number: facts.number }}: your data are ready`,
  approved,
  msg`The copy of the data is ready. Sign in to the portal to download it, as an Excel workbook or as a zip of CSV and JSON files.`,
  msg`Password of the file: ${{ password: facts.password }}`,
  msg`You can download the file until ${{ until: instantText(language, facts.keptUntil, facts.timeZone) }}. The password opens only this file. You can have it sent again on the page of your application.`,
  ...zipPrograms,
]);

export const reportEmpty = applicationMail<{
  reason: string;
  hasManifest: boolean;
  password?: string | undefined;
}>((facts) => [
  msg`Application ${{ number: facts.number }}: no data found`,
  approved,
  msg`There is no file of data to download, because there are no data to deliver for your request:`,
  facts.reason,
  ...(facts.hasManifest
    ? [
        msg`The signed manifest says for each signal that you asked for why it is not delivered. Sign in to the portal to download it, as a zip that is encrypted with AES-256. These programs are free of charge and open it:`,
        programs,
      ]
    : []),
  ...(facts.password ? [msg`Password of the file: ${{ password: facts.password }}`] : []),
]);

export const reportFailed = applicationMail<{
  reason: string;
  canRegenerate: boolean;
  needsDataHolder: boolean;
}>((facts) => [
  msg`Application ${{ number: facts.number }}: the file could not be generated`,
  approved,
  facts.canRegenerate && facts.needsDataHolder
    ? msg`We tried several times but could not generate the copy of the data. We are sorry. You can generate it again in the portal after the data holder has corrected the fault.`
    : facts.canRegenerate
      ? msg`We tried several times but could not generate the copy of the data. We are sorry. Please generate it again in the portal.`
      : msg`We tried several times but could not generate the copy of the data. We are sorry. It cannot be generated again. If you need the data, please file a new application.`,
  facts.reason,
]);

export function fileDamaged(
  language: Language,
  { number, fileName }: { number: string | null; fileName: string },
): MailText {
  return letter(
    language,
    msg`Desk: a stored file is damaged`,
    msg`A stored file is missing or has changed since it was stored. Nobody can download it. Please restore it from a back-up, or ask for it again.`,
    number ? msg`Application number: ${{ number }}` : '',
    msg`File: ${{ name: fileName }}`,
  );
}

/** Repeats no text that the requester typed: the address may belong to a stranger. */
export function recipientInvited(
  language: Language,
  { number, holderName, url }: ApplicationFacts,
): MailText {
  return letter(
    language,
    msg`Vehicle data are to be shared with you`,
    greeting(),
    msg`A user of a connected vehicle has asked ${{ holderName }} to share data of the vehicle with you (Art. 5 of Regulation (EU) 2023/2854, Data Act), and named this address.`,
    msg`To see who shares what and for which purpose, to confirm this address, and to download the data once they are ready, open this link:\n${{ url }}`,
    msg`The link is meant for you alone. Please keep this e-mail, and confirm the address within ${plural({ days: RECIPIENT_LINK_DAYS }, { one: '# day', other: '# days' })}. We will send the password of the file in a separate e-mail.`,
    msg`If you know nothing about it, you do not need to do anything: without your confirmation, no data are shared with you.`,
    msg`Application number: ${{ number }}`,
    msg`Kind regards,\n${{ holderName }}, as data holder`,
  );
}

export function recipientReady(
  language: Language,
  facts: Pick<ApplicationFacts, 'number' | 'name' | 'holderName'> & {
    password: string;
    keptUntil: number;
    timeZone: string;
  },
): MailText {
  const { number, name, holderName, password } = facts;
  const until = instantText(language, facts.keptUntil, facts.timeZone);
  return letter(
    language,
    msg`The vehicle data shared with you are ready`,
    greeting(name),
    msg`Your copy of the vehicle data is ready. Download it with the link that we sent you in an earlier e-mail.`,
    msg`Password of the file: ${{ password }}`,
    msg`You can download the file until ${{ until }}. Keep the password: it opens only this file, and we will not send it again.`,
    ...zipPrograms,
    msg`Application number: ${{ number }}`,
    msg`Kind regards,\n${{ holderName }}, as data holder`,
  );
}

export const recipientConfirmed = applicationMail<{ recipient: string }>((facts) => [
  msg`Application ${{ number: facts.number }}: the recipient has confirmed its address`,
  msg`${{ recipient: facts.recipient }} is confirmed as the address of the third party. It gets its own copy of the data, with a password of its own, as soon as the data are ready.`,
  msg`If you did not name this address, sign in at once and withdraw the recipient on the page of the application.`,
]);

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

export const contactConfirmed = applicationMail<{ contact: string }>((facts) => [
  msg`Application ${{ number: facts.number }}: contact e-mail address confirmed`,
  msg`${{ contact: facts.contact }} is confirmed as the contact e-mail address. From now on, we will send the password of the file with your data there, and tell you each time.`,
  msg`If this was not you, sign in at once and check the application, and change the password of your mailbox.`,
]);

export const reportReadyElsewhere = applicationMail<{ contact: string }>((facts) => [
  msg`Application ${{ number: facts.number }}: your data are ready`,
  approved,
  msg`The copy of the data is ready. Sign in to the portal to download it, as an Excel workbook or as a zip of CSV and JSON files.`,
  msg`We sent the password of the file to the contact e-mail address ${{ contact: facts.contact }}.`,
  ...zipPrograms,
]);
