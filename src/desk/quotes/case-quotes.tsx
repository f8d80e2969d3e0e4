import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { MAX_YEARS_AHEAD } from '#contract/limits.ts';
import { currencies, deskQuoteSend, type Quote, quoteParts } from '#contract/quote.ts';
import { canTakeQuote, isUnsettled } from '#contract/quote-steps.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { moneyText, quotePartWords } from '#forms/recorded-words.ts';
import { PassingOnList } from '#ui/body-notices/passing-on-list.tsx';
import { call } from '#ui/calls/call.ts';
import { focusInPlace, useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { SelectField, TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { formatDate, regional } from '#ui/format/dates.ts';
import { formatNumber, parseAmount } from '#ui/format/numbers.ts';
import { reportDone } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { QuoteList } from '#ui/quotes/quote-list.tsx';
import type { CaseProps } from '../case.ts';
import { LetterPreview } from '../letter/letter-preview.tsx';
import { useStaff } from '../staff-context.ts';

export default function CaseQuotes({ record }: CaseProps) {
  const { t } = useLingui();
  const { user, hasRole } = useStaff();
  const [isWriting, setWriting] = useState(false);
  const { number, requester, quotes, passedOn, state } = record;
  const isEmergency = record.public?.type === 'publicEmergency';
  const by = { role: 'reviewer', id: user.id } as const;
  const mayAct = hasRole('reviewer') && requester !== user.id;
  const canSend = mayAct && !isEmergency && !hasTag(state, 'ended') && !quotes.some(isUnsettled);

  const withdraw = ({ quoteId }: Quote) =>
    reportDone(
      call('deskQuoteWithdraw', { applicationNumber: number, quoteId }),
      t`The quote is withdrawn.`,
    );

  if (!isEmergency && !canSend && quotes.length === 0 && passedOn.length === 0) return null;
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
                {t`Withdraw the quote`}
              </Button>
            )
          }
        />
      )}
      {passedOn.length > 0 && (
        <>
          <h3>{t`Passed on by the body`}</h3>
          <PassingOnList notices={passedOn} />
        </>
      )}
      {canSend && isWriting && <QuoteForm number={number} onClose={() => setWriting(false)} />}
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

/** In an emergency the data are free; public acknowledgement can be asked for. */
function Acknowledgement({ record, mayAsk }: CaseProps & { mayAsk: boolean }) {
  const { t, i18n } = useLingui();
  const { number, acknowledgement, state } = record;

  const ask = () =>
    reportDone(
      call('deskAcknowledgementAsk', { applicationNumber: number }),
      t`The body is asked for acknowledgement.`,
    );

  if (acknowledgement)
    return (
      <Notice
        kind="good"
        title={t`Public acknowledgement asked for on ${formatDate(acknowledgement.at, i18n.locale)}`}
      >
        {acknowledgement.askedBy && <p>{t`Asked by ${acknowledgement.askedBy}`}</p>}
      </Notice>
    );
  return (
    <>
      <p>
        {t`In a public emergency the data are free of charge. You may ask the body to acknowledge the contribution publicly (Art. 20(1)).`}
      </p>
      {mayAsk && !isOver(state) && (
        <p>
          <Button variant="default" onClick={ask}>
            {t`Ask for public acknowledgement`}
          </Button>
        </p>
      )}
    </>
  );
}

function QuoteForm({ number, onClose }: { number: string; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { user } = useStaff();
  const nameOf = new Intl.DisplayNames(i18n.locale, { type: 'currency' });
  const example = formatNumber(12_500.5, i18n.locale, 2);
  const amount = t`Enter an amount with at most two decimal places, like ${example}`;
  const form = useCallForm('deskQuoteSend', {
    schema: deskQuoteSend.input,
    initialValues: {
      currency: 'EUR',
      amounts: Object.fromEntries(quoteParts.map((part) => [part, ''])),
      text: '',
      validOn: '',
    },
    toInput: ({ amounts, ...values }) => ({
      applicationNumber: number,
      ...filled(values),
      amounts: filled(
        Object.fromEntries(
          // The schema rejects other texts.
          Object.entries(amounts).map(([part, typed]) => [
            part,
            parseAmount(typed, i18n.locale) ?? typed,
          ]),
        ),
      ),
    }),
    words: {
      currency: { prompt: t`Choose the currency` },
      ...Object.fromEntries(
        quoteParts.map((part) => [
          `amounts.${part}`,
          { prompt: amount, format: amount, range: t`Enter at least one amount` },
        ]),
      ),
      text: { prompt: t`Write how the amounts are calculated` },
      validOn: {
        prompt: t`Enter the last day on which the quote can be accepted`,
        range: t`Enter today’s date or a later one, at most ${{ years: MAX_YEARS_AHEAD }} years ahead`,
      },
    },
    draft: `${user.id}:quote:${number}`,
    done: t`The quote is sent.`,
    onDone: onClose,
  });
  return (
    <CheckedForm
      form={form}
      onSubmit={form.submit}
      action={t`Send the quote`}
      onClose={onClose}
      onShown={focusInPlace}
    >
      <p>
        {t`Not for official statistics where national law does not allow the purchase of data (Art. 20(4)).`}
      </p>
      <SelectField
        form={form}
        name="currency"
        label={t`Currency`}
        options={currencies.map((code) => ({ code, label: `${code} – ${nameOf.of(code)}` }))}
      />
      <div className={styles.row}>
        {quoteParts.map((part) => (
          <TextField
            key={part}
            form={form}
            name={`amounts.${part}`}
            label={i18n._(quotePartWords[part])}
            optional
          />
        ))}
      </div>
      <TextAreaField
        form={form}
        name="text"
        label={t`Basis of the calculation`}
        description={t`The public sector body may ask for it (Art. 20(2))`}
      />
      <TextField form={form} name="validOn" type="date" label={t`Valid until`} />
      <LetterPreview endpoint="deskQuotePreview" form={form} />
    </CheckedForm>
  );
}

/** Reminder of an open quote. The data are due regardless (Art. 20(2), 20(5)). */
export function OpenQuote({ quotes }: { quotes: readonly Quote[] }) {
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
        {t`You can still approve. The quote stays open, and the body can still accept it while it is valid.`}
      </p>
    </Notice>
  );
}
