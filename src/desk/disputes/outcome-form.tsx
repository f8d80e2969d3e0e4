import { useLingui } from '@lingui/react/macro';
import { deskDisputeEnd } from '#contract/dispute.ts';
import { disputeOutcomeWords } from '#forms/recorded-words.ts';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';
import { call } from '#ui/calls/call.ts';
import { DisputeDay, DisputeFrame, useDayWords } from '#ui/disputes/dispute-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { typedDate } from '#ui/form/date-field.tsx';
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
  const dayWords = useDayWords(t`Enter the day on which it ended`);
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
      endedOn: dayWords,
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
    <DisputeFrame form={form} onSubmit={send} action={t`Record the outcome`} onClose={onClose}>
      <ChoiceField
        form={form}
        name="outcome"
        label={t`Outcome`}
        choices={disputeOutcomes.map((outcome) => ({
          value: outcome,
          label: i18n._(disputeOutcomeWords[outcome]),
        }))}
      />
      <DisputeDay
        form={form}
        name="endedOn"
        label={t({ message: 'Ended on', context: 'dispute' })}
      />
      <TextAreaField
        form={form}
        name="remark"
        label={t`Remark`}
        description={t`The requester reads it`}
        optional
      />
    </DisputeFrame>
  );
}
