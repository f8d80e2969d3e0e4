import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import type { Scope } from '#server/platform/database/services.ts';
import {
  letter,
  type MailParagraph,
  type MailText,
  postMail,
} from '#server/platform/mail/outbox.ts';

interface StaffFacts {
  holderName: string;
  url: string;
}

export type StaffMail<Facts> = (language: Language, facts: StaffFacts & Facts) => MailText;

export const staffMail =
  <Facts>(
    wordsOf: (facts: StaffFacts & Facts) => [MessageDescriptor, ...MailParagraph[]],
    closingOf: (facts: StaffFacts) => MessageDescriptor[],
  ): StaffMail<Facts> =>
  (language, facts) =>
    letter(
      language,
      ...wordsOf(facts),
      ...closingOf(facts),
      msg`Kind regards,\n${{ holderName: facts.holderName }}`,
    );

export async function postStaffMail<Facts>(
  { services: { config, now }, trx }: Scope,
  { email, language }: { email: string; language: string },
  path: string,
  mail: StaffMail<Facts>,
  facts: Facts,
): Promise<void> {
  const url = `${config.PUBLIC_URL ?? ''}${path}`;
  await postMail(trx, {
    ...mail(language as Language, { holderName: config.HOLDER_NAME, url, ...facts }),
    recipient: email,
    language: language as Language,
    at: now(),
    priority: 'urgent',
  });
}

const securityMail = <Facts = unknown>(
  wordsOf: (facts: StaffFacts & Facts) => [MessageDescriptor, ...MailParagraph[]],
) =>
  staffMail(wordsOf, ({ url }) => [
    msg`If this was not you, or you did not ask for it, tell a lead at once and change the password of your mailbox.`,
    msg`Your second factor in the portal: ${{ url }}`,
  ]);

export const secondFactorReset = securityMail(() => [
  msg`Your second factor was reset`,
  msg`Your second factor at the desk was reset: your authenticator app and recovery codes no longer work. You will set up new ones the next time you sign in.`,
]);

export const secondFactorSetUp = securityMail(() => [
  msg`A second factor was set up for your account`,
  msg`An authenticator app was set up for your account at the desk, with new recovery codes. The previous app and codes no longer work.`,
]);

export const secondFactorLocked = securityMail(() => [
  msg`Your second factor is locked`,
  msg`Somebody with a code from your mailbox entered ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row as your second factor at the desk. It accepts no code for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}. A lead can unlock it sooner.`,
]);

export const recoveryCodeUsed = securityMail<{ left: number }>(({ left }) => [
  msg`A recovery code was used`,
  msg`Somebody signed in to your account at the desk with one of its recovery codes, which can no longer be used. Codes left: ${{ left }}.`,
  left === 0
    ? msg`That was the last one. Set up the authenticator app again to get new codes.`
    : '',
]);

export const passkeyAdded = securityMail<{ name: string }>(({ name }) => [
  msg`A passkey was added to your account`,
  msg`A passkey was added to your account at the desk. It can be used instead of the code of your authenticator app. Its name: ${{ name }}`,
]);

export const passkeyRemoved = securityMail<{ name: string }>(({ name }) => [
  msg`A passkey of your account was removed`,
  msg`A passkey of your account at the desk was removed and can no longer be used. Its name: ${{ name }}`,
]);

export async function postSecurityMail<Facts>(
  scope: Scope,
  accountId: string,
  mail: StaffMail<Facts>,
  facts: Facts,
): Promise<void> {
  const account = await readerOf(scope.trx, accountId);
  await postStaffMail(scope, account, '/desk/second-factor', mail, facts);
}
