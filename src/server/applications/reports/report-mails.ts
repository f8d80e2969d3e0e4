import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { applicationMail } from '#server/applications/mails/application-mails.ts';
import { letter, type MailText } from '#server/platform/mail/outbox.ts';
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
