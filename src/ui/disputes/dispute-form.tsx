import { useLingui } from '@lingui/react/macro';
import { disputeBodies, disputeRecord } from '#contract/dispute.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { useCallForm } from '#ui/form/call-form.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { filled } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Authorities } from './authorities.tsx';

interface DisputeFormProps {
  applicationNumber: string;
  endpoint: 'disputeRecord' | 'deskDisputeRecord';
  onClose: () => void;
}

export function DisputeForm({ applicationNumber, endpoint, onClose }: DisputeFormProps) {
  const { t, i18n } = useLingui();
  const form = useCallForm(endpoint, {
    schema: disputeRecord.input,
    initialValues: { body: '', bodyName: '', startedOn: '', reference: '' },
    toInput: (values) => ({ applicationNumber, ...filled(values) }),
    words: {
      body: { prompt: t`Choose the kind of body` },
      bodyName: { prompt: t`Enter the name of the body` },
      startedOn: {
        prompt: t`Enter the day of the complaint or dispute`,
        range: t`The date must be today or in the past`,
      },
      reference: { prompt: t`Check the reference` },
    },
    done: t`The complaint or dispute is recorded.`,
    onDone: onClose,
  });
  return (
    <CheckedForm
      form={form}
      onSubmit={form.submit}
      action={t`Record the dispute`}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="body"
        label={t`Which body deals with it?`}
        choices={disputeBodies.map((body) => ({
          value: body,
          label: i18n._(disputeBodyWords[body]),
        }))}
      />
      <TextField form={form} name="bodyName" label={t`Name of the body`} />
      <TextField
        form={form}
        name="startedOn"
        type="date"
        label={t`Date of the complaint or dispute`}
      />
      <TextField form={form} name="reference" label={t`Reference number there`} optional />
      <Authorities />
    </CheckedForm>
  );
}
