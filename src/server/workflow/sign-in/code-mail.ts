import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { letter } from '#server/platform/jobs/letter.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';

/** The mail that brings a verification code: six digits. */
export function codeMail(language: Language, code: string): MailText {
  return letter(
    language,
    msg`Your verification code`,
    msg`Your verification code is: ${{ code }}`,
    msg`It is valid for ${plural({ minutes: CODE_MINUTES }, { one: '# minute', other: '# minutes' })} and for one sign-in. After ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row, sign-in with this address is blocked for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}.`,
    msg`If you did not ask for a code, you do not need to do anything. We will never ask you for this code by phone or e-mail.`,
  );
}
