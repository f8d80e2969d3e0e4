import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { Scope } from '#server/platform/database/services.ts';
import {
  letter,
  type MailParagraph,
  type MailText,
  postMail,
} from '#server/platform/mail/outbox.ts';

export interface StaffFacts {
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
