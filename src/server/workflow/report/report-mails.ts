import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import type { MailText } from '#server/platform/jobs/outbox.ts';
import { instantText } from '#server/platform/words/instants.ts';
import {
  type ApplicationFacts,
  aboutApplication,
} from '#server/workflow/forms/application-letter.ts';

/** `keptUntil`: until when the file can be fetched, ms since the epoch. */
export function reportReady(
  language: Language,
  facts: ApplicationFacts & { password: string; keptUntil: number },
): MailText {
  const until = instantText(language, facts.keptUntil);
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: your data are ready`,
    msg`The copy of the data is ready. Please download the file from the portal after signing in; it is an Excel workbook.`,
    msg`Password of the file: ${{ password: facts.password }}`,
    msg`The file can be downloaded until ${{ until }}. Keep the password; it opens this file only and is not sent again.`,
  );
}

/** `reason`: in the reader's language. */
export function reportEmpty(
  language: Language,
  facts: ApplicationFacts & { reason: string },
): MailText {
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: no data found`,
    msg`There is no file to download, because there are no data to deliver for your request:`,
    facts.reason,
  );
}

export function reportFailed(language: Language, facts: ApplicationFacts): MailText {
  return aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: the file could not be generated`,
    msg`The copy of the data could not be generated, although we tried several times. We are sorry. Please have it generated again in the portal.`,
  );
}
