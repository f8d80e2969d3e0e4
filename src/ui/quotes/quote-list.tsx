import { useLingui } from '@lingui/react/macro';
import { type Quote, quoteParts } from '#contract/quote.ts';
import { moneyText, quoteOver, quotePartWords, quoteStateWords } from '#forms/recorded-words.ts';
import type { Elements } from '#ui/elements.ts';
import { formatDate, formatDay, regional } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

interface QuoteListProps {
  quotes: readonly (Quote & { sentBy?: string | null; settledBy?: string | null })[];
  actions: (quote: Quote) => Elements;
}

export function QuoteList({ quotes, actions }: QuoteListProps) {
  const { t, i18n } = useLingui();
  return quotes.map((quote) => {
    const { state, amounts, sentAt, validOn, settledAt, objected, sentBy, settledBy } = quote;
    const money = (hundredths: number) =>
      moneyText(hundredths, quote.currency, regional(i18n.locale));
    const stateWord = quote.isOver && settledAt === null ? quoteOver : quoteStateWords[state];
    return (
      <Notice
        key={quote.quoteId}
        kind={state === 'accepted' ? 'good' : 'info'}
        title={`${money(quote.total)} · ${stateWord ? i18n._(stateWord) : state}`}
      >
        <ul>
          {quoteParts.map((part) => {
            const amount = amounts[part];
            const name = i18n._(quotePartWords[part]);
            return amount && <li key={part}>{t`${name}: ${money(amount)}`}</li>;
          })}
        </ul>
        <p>{quote.text}</p>
        <p>{t`Sent on ${formatDate(sentAt, i18n.locale)}, valid until ${formatDay(validOn, i18n.locale)}`}</p>
        {sentBy && <p>{t`Sent by ${sentBy}`}</p>}
        {settledAt !== null && <p>{t`Settled on ${formatDate(settledAt, i18n.locale)}`}</p>}
        {settledBy && <p>{t`Withdrawn by ${settledBy}`}</p>}
        {objected && <p>{t`Objection of ${formatDate(objected.at, i18n.locale)}`}</p>}
        {objected?.text && <blockquote>{objected.text}</blockquote>}
        {actions(quote)}
      </Notice>
    );
  });
}
