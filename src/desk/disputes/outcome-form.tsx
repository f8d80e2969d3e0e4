import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { disputeOutcomeWords } from '#applications/disputes.ts';
import { deskDisputeEnd } from '#contract/dispute-calls.ts';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { DateField, typedDate } from '#ui/form/date-field.tsx';
import styles from '#ui/form/form.module.css';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface OutcomeFormProps {
  applicationNumber: string;
  disputeId: string;
  /** It was recorded, or is not to be. */
  onClose: () => void;
}

/** Records how a complaint or dispute ended; from then on the application may be erased again. */
export default function OutcomeForm({ applicationNumber, disputeId, onClose }: OutcomeFormProps) {
  const { t, i18n } = useLingui();
  const form = useContractForm({
    schema: deskDisputeEnd.input,
    initialValues: { outcome: '', endedOn: '', remark: '' },
    toInput: (values) => ({
      applicationNumber,
      disputeId,
      ...filled({ ...values, endedOn: typedDate(values.endedOn) }),
    }),
    words: {
      outcome: { prompt: t`Choose the outcome` },
      endedOn: {
        prompt: t`Enter the day on which it ended`,
        format: t`Enter a real date with day, month and year`,
        range: t`The date must be today or in the past`,
      },
      remark: { prompt: t`Check the remark` },
    },
  });

  const send = () =>
    form.send(async (input) => {
      await call('deskDisputeEnd', input);
      onClose();
      showMessage({ kind: 'notice', text: t`The outcome is recorded.` });
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      <ChoiceField
        form={form}
        name="outcome"
        label={t`Outcome`}
        choices={disputeOutcomes.map((outcome) => ({
          value: outcome,
          label: i18n._(disputeOutcomeWords[outcome]),
        }))}
      />
      <DateField
        form={form}
        name="endedOn"
        label={t({ message: 'Ended on', context: 'dispute' })}
        description={t`For example 3 11 2026`}
      />
      <TextAreaField
        form={form}
        name="remark"
        label={t`Remark`}
        description={t`The requester reads it`}
        optional
      />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          <Trans>Record the outcome</Trans>
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={onClose}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}
