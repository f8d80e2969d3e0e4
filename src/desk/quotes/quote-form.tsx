import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { currencies, deskQuoteSend, quoteParts } from '#contract/quote.ts';
import { quotePartWords } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { useComingDayWords } from '#ui/form/date-field.tsx';
import styles from '#ui/form/form.module.css';
import { SelectField, TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';

interface QuoteFormProps {
  number: string;
  /** The quote is sent, or is not to be. */
  onClose: () => void;
}

/** Quote of the compensation: its parts, their basis, and until when it can be accepted (Art. 20(2)). */
export default function QuoteForm({ number, onClose }: QuoteFormProps) {
  const { t, i18n } = useLingui();
  const { user } = useStaff();
  const nameOf = new Intl.DisplayNames(i18n.locale, { type: 'currency' });
  const comingDay = useComingDayWords();
  const amount = t`Enter an amount like 1250.50`;
  const form = useContractForm({
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
          Object.entries(amounts).map(([part, typed]) => [part, typedAmount(typed)]),
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
        ...comingDay,
      },
    },
    draft: `${user.id}:quote:${number}`,
  });

  const send = () =>
    form.send(async (input) => {
      await call('deskQuoteSend', input);
      form.done();
      onClose();
      showMessage({ kind: 'notice', text: t`The quote is sent.` });
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      <p>
        <Trans>
          Not for official statistics where national law does not allow the purchase of data (Art.
          20(4)).
        </Trans>
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
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {t`Send the quote`}
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={onClose}>
          {t`Back`}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** An amount as it is typed, grouped by spaces and with a comma or a point, as the call takes it. */
function typedAmount(typed: string): string {
  return typed.replace(/\s/g, '').replace(',', '.');
}
