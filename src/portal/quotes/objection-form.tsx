import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { quoteAnswer } from '#contract/quote.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface ObjectionFormProps {
  number: string;
  quoteId: string;
  /** The objection is sent, or is not to be. */
  onClose: () => void;
}

/** Objects to the quote of a compensation; a complaint to the authority is a step of its own. */
export default function ObjectionForm({ number, quoteId, onClose }: ObjectionFormProps) {
  const { t } = useLingui();
  const form = useContractForm({
    schema: quoteAnswer.input,
    initialValues: { text: '' },
    toInput: (values) => ({
      applicationNumber: number,
      quoteId,
      answer: 'object',
      ...filled(values),
    }),
    words: { text: { prompt: t`Write why you object` } },
  });

  const send = () =>
    form.send(async (input) => {
      await call('quoteAnswer', input);
      onClose();
      showMessage({ kind: 'notice', text: t`Your objection is sent.` });
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      <TextAreaField
        form={form}
        name="text"
        label={t`Why do you object?`}
        description={t`The data holder reads it`}
        optional
      />
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          <Trans>Send the objection</Trans>
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={onClose}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}
