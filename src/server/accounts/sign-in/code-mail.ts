import type { Language } from '#contract/languages.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { letter, type MailText } from '#server/platform/mail/outbox.ts';
import { instantText } from '#server/platform/words/words.ts';

export function codeMail(language: Language, code: string): MailText {
  return letter(
    language,
    msg`Your verification code`,
    msg`Your verification code is: ${{ code }}`,
    msg`It is valid for ${plural({ minutes: CODE_MINUTES }, { one: '# minute', other: '# minutes' })} and for one sign-in. After ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row, sign-in with this address is blocked for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}.`,
    msg`If you did not ask for a code, you do not need to do anything. We will never ask you for this code by phone or e-mail.`,
  );
}

export function floodMail(
  language: Language,
  { email, url }: { email: string; url: string },
): MailText {
  return letter(
    language,
    msg`Sign-in with your address was blocked`,
    msg`Somebody asked for many codes for ${{ email }}, or entered many wrong ones. Browsers that have not signed in with this address before cannot use codes at the moment.`,
    msg`If it was you, or if you cannot sign in yourself, open this page and lift the block: ${{ url }}`,
    msg`If it was not you, you do not need to do anything: nobody can sign in without a code from your mailbox. We never ask anybody for a code.`,
  );
}

export function lockMail(
  language: Language,
  { email, url, until, timeZone }: { email: string; url: string; until: number; timeZone: string },
): MailText {
  return letter(
    language,
    msg`Sign-in with your address was blocked`,
    msg`Somebody entered ${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row for ${{ email }}. From the browser or network they used, sign-in with this address is blocked until ${{ until: instantText(language, until, timeZone) }}.`,
    msg`If it was you, or if you cannot sign in yourself, open this page and lift the block: ${{ url }}`,
    msg`If it was not you, you do not need to do anything: nobody can sign in without a code from your mailbox. We never ask anybody for a code.`,
  );
}
