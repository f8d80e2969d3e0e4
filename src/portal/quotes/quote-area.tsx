import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { type Quote, quoteAnswer } from '#contract/quote.ts';
import { canTakeQuote } from '#contract/quote-steps.ts';
import { moneyText } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { regional } from '#ui/format/dates.ts';
import { QuoteList } from '#ui/quotes/quote-list.tsx';

export default function QuoteArea({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { number, requester, quotes } = record;
  const by = { role: 'requester', id: requester } as const;
  const [objectingTo, setObjectingTo] = useState<string>();
  return (
    <section id="quotes" tabIndex={-1}>
      <h2>{t`Compensation`}</h2>
      <p>
        {t`Outside a public emergency, the data holder is entitled to fair compensation: its technical and organisational costs and a reasonable margin (Art. 20(2) of the Data Act).`}
      </p>
      <QuoteList
        quotes={quotes}
        actions={(quote) => {
          if (objectingTo === quote.quoteId)
            return (
              <CallForm
                endpoint="quoteAnswer"
                schema={quoteAnswer.input}
                about={{ applicationNumber: number, quoteId: quote.quoteId, answer: 'object' }}
                fields={{
                  text: {
                    label: t`Why do you object?`,
                    description: t`The data holder reads it`,
                    control: { kind: 'text' },
                    optional: true,
                    prompt: t`Write why you object`,
                  },
                }}
                draft={`${requester}:objection:${number}`}
                action={t`Send the objection`}
                done={t`Your objection is sent.`}
                onClose={() => setObjectingTo(undefined)}
              />
            );
          const canAccept = canTakeQuote(quote, requester, { type: 'quote.accept', by });
          const canObject = canTakeQuote(quote, requester, { type: 'quote.object', by });
          return (
            <>
              {quote.state === 'objected' && (
                <p>{t`If you disagree with the level of the compensation, you may lodge a complaint with the competent authority of the Member State in which the data holder is established (Art. 20(5)). You can still accept the quote while it is valid.`}</p>
              )}
              {canAccept && (
                <div className="row above">
                  <AcceptButton number={number} quote={quote} />
                  {canObject && (
                    <Button variant="default" onClick={() => setObjectingTo(quote.quoteId)}>
                      {t`Object to the quote`}
                    </Button>
                  )}
                </div>
              )}
            </>
          );
        }}
      />
    </section>
  );
}

function AcceptButton({ number, quote }: { number: string; quote: Quote }) {
  const { t, i18n } = useLingui();
  const { total, currency, quoteId } = quote;
  const money = moneyText(total, currency, regional(i18n.locale));
  return (
    <ConfirmButton
      opener={(ask) => <Button onClick={ask}>{t`Accept the quote`}</Button>}
      title={t`Accept the quote?`}
      confirm={t`Accept the quote`}
      work={() => call('quoteAnswer', { applicationNumber: number, quoteId, answer: 'accept' })}
      done={t`The quote is accepted.`}
    >
      <p>{t`Your organisation then owes the data holder ${money} for the data.`}</p>
    </ConfirmButton>
  );
}
