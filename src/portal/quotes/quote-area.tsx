import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import type { Quote } from '#contract/quote.ts';
import { canTakeQuote } from '#contract/quote-steps.ts';
import { moneyText } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { regional } from '#ui/format/regional.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { QuoteList } from '#ui/quotes/quote-list.tsx';

// Few bodies object.
const ObjectionForm = lazy(() => import('./objection-form.tsx'));

/** Quotes of compensation that a public-sector body was sent, and its answers (Art. 20). */
export default function QuoteArea({ record }: { record: ApplicationRecord }) {
  const { number, requester, quotes } = record;
  const by = { role: 'requester', id: requester } as const;
  const [objectingTo, setObjectingTo] = useState<string>();
  return (
    <section id="quotes" tabIndex={-1}>
      <h2>
        <Trans>Compensation</Trans>
      </h2>
      <p>
        <Trans>
          Outside a public emergency, the data holder is entitled to fair compensation: its
          technical and organisational costs and a reasonable margin (Art. 20(2) of the Data Act).
        </Trans>
      </p>
      <QuoteList
        quotes={quotes}
        actions={(quote) => {
          if (objectingTo === quote.quoteId)
            return (
              <Suspense>
                <ObjectionForm
                  number={number}
                  quoteId={quote.quoteId}
                  onClose={() => setObjectingTo(undefined)}
                />
              </Suspense>
            );
          const canAccept = canTakeQuote(quote, requester, { type: 'quote.accept', by });
          const canObject = canTakeQuote(quote, requester, { type: 'quote.object', by });
          return (
            <>
              {quote.state === 'objected' && <Complaint />}
              {canAccept && (
                <div className="row above">
                  <AcceptButton number={number} quote={quote} />
                  {canObject && (
                    <Button variant="default" onClick={() => setObjectingTo(quote.quoteId)}>
                      <Trans>Object to the quote</Trans>
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

function Complaint() {
  return (
    <p>
      <Trans>
        If you disagree with the level of the compensation, you may lodge a complaint with the
        competent authority of the Member State in which the data holder is established (Art.
        20(5)). You can still accept the quote while it is valid.
      </Trans>
    </p>
  );
}

/** Accepts a quote, after asking. */
function AcceptButton({ number, quote }: { number: string; quote: Quote }) {
  const { t, i18n } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const money = moneyText(quote.total, quote.currency, regional(i18n.locale));

  async function accept() {
    setBusy(true);
    try {
      const { quoteId } = quote;
      await call('quoteAnswer', { applicationNumber: number, quoteId, answer: 'accept' });
      showMessage({ kind: 'notice', text: t`The quote is accepted.` });
    } catch {
      // The call has shown why; what changed meanwhile is shown by the reload.
    }
    setAsking(false);
    setBusy(false);
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trans>Accept the quote</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Accept the quote?`}
          confirm={t`Accept the quote`}
          keep={t`Back`}
          isBusy={isBusy}
          onConfirm={accept}
          onCancel={() => setAsking(false)}
        >
          <p>
            <Trans>Your organisation then owes the data holder {money} for the data.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
