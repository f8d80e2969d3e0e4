import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { SignedHead } from '#server/platform/store/heads.ts';
import { letter } from './letter.ts';
import type { MailText } from './outbox.ts';

/** To who keeps them: the signed end of the log, on a line of its own. */
export function headMail(language: Language, head: SignedHead): MailText {
  return letter(
    language,
    msg`The audit log ends at seal ${{ seq: head.seq }}`,
    msg`Please keep this e-mail. The line below can show later that nobody removed anything from the log or replaced it as a whole: put the lines of all e-mails into one file and run npm run audit -- --against with that file.`,
    JSON.stringify(head),
  );
}
