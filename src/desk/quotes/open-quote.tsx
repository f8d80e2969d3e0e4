import { Trans, useLingui } from '@lingui/react/macro';
import type { Quote } from '#contract/quote.ts';
import { isUnsettled } from '#contract/quote-steps.ts';
import { moneyText } from '#forms/recorded-words.ts';
import { regional } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

/** Says at an approval that a quote is unsettled: the data are due all the same (Art. 20(2), 20(5)). */
export default function OpenQuote({ quotes }: { quotes: readonly Quote[] }) {
  const { t, i18n } = useLingui();
  const quote = quotes.find(isUnsettled);
  if (!quote) return null;
  const money = moneyText(quote.total, quote.currency, regional(i18n.locale));
  return (
    <Notice
      kind="info"
      title={
        quote.objected
          ? t`The body has objected to the quote of ${money}`
          : t`The body has not answered the quote of ${money}`
      }
    >
      <p>
        <Trans>
          You can approve all the same. The quote stays open, and the body can still accept it while
          it is valid.
        </Trans>
      </p>
    </Notice>
  );
}
