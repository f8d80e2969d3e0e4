import { type Language, localeOf } from '#contract/languages.ts';
import { type Quote, quoteParts, totalOf } from '#contract/quote.ts';
import { moneyText, quotePartWords } from '#forms/recorded-words.ts';
import { msg } from '#lib/words/msg.ts';
import {
  type ApplicationFacts,
  aboutApplication,
  type Limited,
  type MailTemplate,
} from '#server/applications/mails/application-letter.ts';
import { points } from '#server/platform/mail/outbox.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

/** `until`: end of the time to accept it. */
interface QuoteFacts
  extends ApplicationFacts,
    Limited,
    Pick<Quote, 'currency' | 'amounts' | 'text'> {}

/** To a public-sector body: the desk sent a quote. */
export const quoteSent: MailTemplate<QuoteFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: quote of the compensation`,
    msg`For making available the data that you request, we ask for compensation under Article 20(2) of Regulation (EU) 2023/2854 (the Data Act): ${{ total: totalIn(language, facts) }}. It is made up of:`,
    points(partsOf(language, facts)),
    msg`Basis of the calculation:`,
    facts.text,
    msg`You can accept the quote in the portal until ${{ until: instantText(language, facts.until, facts.timeZone) }}, or object to it. If you disagree with the level of the compensation, you may lodge a complaint with the competent authority of the Member State in which we are established (Article 20(5)).`,
  );

export const quoteWithdrawn: MailTemplate<QuoteFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: quote withdrawn`,
    msg`We have withdrawn the quote of ${{ total: totalIn(language, facts) }} for your request. You do not need to answer it any more.`,
  );

/** To a public-sector body: in an emergency the data are free, and the data holder asks for thanks. */
export const acknowledgementAsked: MailTemplate<ApplicationFacts> = (language, facts) =>
  aboutApplication(
    language,
    facts,
    msg`Application ${{ number: facts.number }}: public acknowledgement`,
    msg`For the data that you request to respond to a public emergency we ask for no compensation. Under Article 20(1) of Regulation (EU) 2023/2854 (the Data Act), we ask you to acknowledge our contribution publicly once you have received the data.`,
  );

const totalIn = (language: Language, { amounts, currency }: QuoteFacts) =>
  moneyText(totalOf(amounts), currency, localeOf[language]);

function partsOf(language: Language, { amounts, currency }: QuoteFacts): string[] {
  const say = wordsOf(language);
  return quoteParts.flatMap((part) => {
    const amount = amounts[part];
    if (!amount) return [];
    const money = moneyText(amount, currency, localeOf[language]);
    return [say(msg`${{ part: say(quotePartWords[part]) }}: ${{ amount: money }}`)];
  });
}
