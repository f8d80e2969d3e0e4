import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Quote } from '#contract/quote.ts';
import { canTakeQuote, isUnsettled } from '#contract/quote-steps.ts';
import { hasTag } from '#contract/stored-application.ts';
import { PassingOnList } from '#ui/body-notices/passing-on-list.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { QuoteList } from '#ui/quotes/quote-list.tsx';
import { useStaff } from '../staff-context.ts';

// Few cases come to it.
const QuoteForm = lazy(() => import('./quote-form.tsx'));

interface CaseQuotesProps {
  record: CallData<'deskApplication'>;
}

/** Compensation for what a public-sector body asks for: quotes outside an emergency (Art. 20). */
export default function CaseQuotes({ record }: CaseQuotesProps) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  const [isWriting, setWriting] = useState(false);
  const { number, requester, quotes, state } = record;
  const isEmergency = record.public?.type === 'publicEmergency';
  const by = { role: 'reviewer', id: user.id } as const;
  const mayAct = may('reviewer') && requester !== user.id;
  const canSend = mayAct && !isEmergency && !hasTag(state, 'ended') && !quotes.some(isUnsettled);

  async function withdraw({ quoteId }: Quote) {
    // Why not is on screen as a message.
    const done = await call('deskQuoteWithdraw', { applicationNumber: number, quoteId }).catch(
      () => null,
    );
    if (done) showMessage({ kind: 'notice', text: t`The quote is withdrawn.` });
  }

  return (
    <section>
      <h2>{t`Compensation`}</h2>
      {isEmergency ? (
        <Acknowledgement record={record} mayAsk={mayAct} />
      ) : (
        <QuoteList
          quotes={quotes}
          actions={(quote) =>
            mayAct &&
            canTakeQuote(quote, requester, { type: 'quote.withdraw', by }) && (
              <Button variant="default" onClick={() => withdraw(quote)}>
                <Trans>Withdraw the quote</Trans>
              </Button>
            )
          }
        />
      )}
      {record.passedOn.length > 0 && (
        <>
          <h3>{t`Passed on by the body`}</h3>
          <PassingOnList notices={record.passedOn} />
        </>
      )}
      {canSend && isWriting && (
        <Suspense>
          <QuoteForm number={number} onClose={() => setWriting(false)} />
        </Suspense>
      )}
      {canSend && !isWriting && (
        <p>
          <Button variant="default" onClick={() => setWriting(true)}>
            {t`Send a quote`}
          </Button>
        </p>
      )}
    </section>
  );
}

/** In an emergency the data are free, and the data holder may ask for public acknowledgement. */
function Acknowledgement({ record, mayAsk }: CaseQuotesProps & { mayAsk: boolean }) {
  const { t, i18n } = useLingui();
  const { number, acknowledgement, state } = record;
  const isOver = hasTag(state, 'ended') && !hasTag(state, 'downloadable');

  async function ask() {
    // Why not is on screen as a message.
    const done = await call('deskAcknowledgementAsk', { applicationNumber: number }).catch(
      () => null,
    );
    if (done) showMessage({ kind: 'notice', text: t`The body is asked for acknowledgement.` });
  }

  if (acknowledgement)
    return (
      <Notice
        kind="good"
        title={t`Public acknowledgement asked for on ${formatDate(acknowledgement.at, i18n.locale)}`}
      />
    );
  return (
    <>
      <p>
        <Trans>
          In a public emergency the data are free of charge. You may ask the body to acknowledge the
          contribution publicly (Art. 20(1)).
        </Trans>
      </p>
      {mayAsk && !isOver && (
        <p>
          <Button variant="default" onClick={ask}>
            {t`Ask for public acknowledgement`}
          </Button>
        </p>
      )}
    </>
  );
}
