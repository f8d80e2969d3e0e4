import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { findRows } from '#server/platform/database/rows.ts';
import type { Scope } from '#server/platform/database/services.ts';
import {
  letter,
  type MailParagraph,
  type MailText,
  postMail,
} from '#server/platform/mail/outbox.ts';

type Words = [subject: MessageDescriptor, ...MailParagraph[]];

const closings = {
  security: (url: string) => [
    msg`If this was not you, or you did not ask for it, tell a lead at once and change the password of your mailbox.`,
    msg`Your second factor in the portal: ${{ url }}`,
  ],
  lead: (url: string) => [
    msg`If you did not expect this, talk to your colleagues at once.`,
    msg`Staff accounts in the portal: ${{ url }}`,
  ],
};

export const securityMails = {
  secondFactorReset: () => [
    msg`Your second factor was reset`,
    msg`Your second factor at the desk was reset: your authenticator app and recovery codes no longer work. You will set up new ones the next time you sign in.`,
  ],
  secondFactorSetUp: () => [
    msg`A second factor was set up for your account`,
    msg`An authenticator app was set up for your account at the desk, with new recovery codes. The previous app and codes no longer work.`,
  ],
  secondFactorLocked: () => [
    msg`Your second factor is locked`,
    msg`Somebody with a code from your mailbox entered ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row as your second factor at the desk. It accepts no code for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}. A lead can unlock it sooner.`,
  ],
  recoveryCodeUsed: (left: number) => [
    msg`A recovery code was used`,
    msg`Somebody signed in to your account at the desk with one of its recovery codes, which can no longer be used. Codes left: ${{ left }}.`,
    left === 0
      ? msg`That was the last one. Set up the authenticator app again to get new codes.`
      : '',
  ],
  passkeyAdded: (name: string) => [
    msg`A passkey was added to your account`,
    msg`A passkey was added to your account at the desk. It can be used instead of the code of your authenticator app. Its name: ${{ name }}`,
  ],
  passkeyRemoved: (name: string) => [
    msg`A passkey of your account was removed`,
    msg`A passkey of your account at the desk was removed and can no longer be used. Its name: ${{ name }}`,
  ],
} satisfies Record<string, (fact: never) => Words>;

interface LeadFacts {
  email: string;
  by: string;
}

export const leadMails = {
  leadProposed: ({ email, by }: LeadFacts) => [
    msg`A new lead is proposed`,
    msg`${{ by }} proposes ${{ email }} as a lead at the desk. Leads look after accounts, roles and settings, so a second lead has to confirm it. Until then nothing changes.`,
  ],
  leadMade: ({ email, by }: LeadFacts) => [
    msg`There is a new lead`,
    msg`${{ email }} is a lead at the desk from now on. Confirmed by: ${{ by }}.`,
  ],
  leadDeclined: ({ email, by }: LeadFacts) => [
    msg`A proposed lead was declined`,
    msg`${{ email }} does not become a lead at the desk. Declined by: ${{ by }}.`,
  ],
  leadRemovalProposed: ({ email, by }: LeadFacts) => [
    msg`The removal of a lead is proposed`,
    msg`${{ by }} proposes that ${{ email }} is no longer a lead at the desk. Another lead has to confirm it. Until then nothing changes.`,
  ],
  leadRemoved: ({ email, by }: LeadFacts) => [
    msg`A lead was removed`,
    msg`${{ email }} is no longer a lead at the desk. Confirmed by: ${{ by }}.`,
  ],
  leadRemovalDeclined: ({ email, by }: LeadFacts) => [
    msg`The removal of a lead was declined`,
    msg`${{ email }} stays a lead at the desk. Declined by: ${{ by }}.`,
  ],
} satisfies Record<string, (facts: LeadFacts) => Words>;

export function staffMail(
  language: Language,
  about: keyof typeof closings,
  words: Words,
  { holderName, url }: { holderName: string; url: string },
): MailText {
  const regards = msg`Kind regards,\n${{ holderName }}`;
  return letter(language, ...words, ...closings[about](url), regards);
}

async function postStaffMail(
  { services: { config, now }, trx }: Scope,
  reader: { email: string; language: string },
  about: keyof typeof closings,
  words: Words,
): Promise<void> {
  const language = reader.language as Language;
  const path = about === 'lead' ? '/desk/staff' : '/desk/second-factor';
  const facts = { holderName: config.HOLDER_NAME, url: `${config.PUBLIC_URL ?? ''}${path}` };
  const mail = staffMail(language, about, words, facts);
  const recipient = reader.email;
  await postMail(trx, { ...mail, recipient, language, at: now(), priority: 'urgent' });
}

export async function mailSecurity(scope: Scope, accountId: string, words: Words): Promise<void> {
  await postStaffMail(scope, await readerOf(scope.trx, accountId), 'security', words);
}

/** Mails all leads except the one who acts and, unless it concerns a removal, the person concerned. */
export async function mailLeads(
  scope: Scope,
  mail: keyof typeof leadMails,
  { email, by }: { email: string; by: { id: string; email: string } },
): Promise<void> {
  const isToAll = mail === 'leadRemovalProposed' || mail === 'leadRemovalDeclined';
  const words = leadMails[mail]({ email, by: by.email });
  for (const lead of await findRows(scope.trx, 'account', { is_lead: 1 }, 'email'))
    if (lead.id !== by.id && (isToAll || lead.email !== email))
      await postStaffMail(scope, lead, 'lead', words);
}
