import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { letter } from '#server/platform/jobs/letter.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';

/** The mail that brings a verification code: six digits. */
export function codeMail(language: Language, code: string): MailText {
  return letter(
    language,
    msg`Your verification code`,
    msg`Your verification code is: ${{ code }}`,
    msg`It is valid for 10 minutes and for one sign-in. After five wrong codes in a row, sign-in with this address is blocked for 24 hours.`,
    msg`If you did not ask for a code, you need not do anything. We never ask anybody to tell us a code.`,
  );
}
