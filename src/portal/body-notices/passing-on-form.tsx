import { useLingui } from '@lingui/react/macro';
import { onwardKinds, passingOnNotify } from '#contract/notices.ts';
import { onwardKindWords } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { DisputeFrame } from '#ui/disputes/dispute-frame.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { useComingDayWords } from '#ui/form/coming-day-words.ts';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface PassingOnFormProps {
  number: string;
  /** It was sent, or is not to be. */
  onClose: () => void;
}

/** Tells the data holder to whom the data are passed on, why, until when and how safely (Art. 21(5)). */
export default function PassingOnForm({ number, onClose }: PassingOnFormProps) {
  const { t, i18n } = useLingui();
  const comingDay = useComingDayWords();
  const form = useContractForm({
    schema: passingOnNotify.input,
    initialValues: {
      kind: '',
      organisation: '',
      contact: '',
      purpose: '',
      safeguards: '',
      usedUntil: '',
    },
    toInput: (values) => ({ applicationNumber: number, ...filled(values) }),
    words: {
      kind: { prompt: t`Choose to whom you pass the data on` },
      organisation: { prompt: t`Enter the name of the organisation` },
      contact: { prompt: t`Enter the contact details of the organisation` },
      purpose: { prompt: t`Write for which purpose` },
      usedUntil: {
        prompt: t`Enter the last day on which the data are used`,
        ...comingDay,
      },
      safeguards: { prompt: t`Describe the technical and organisational measures` },
    },
  });

  const send = () =>
    form.send(async (input) => {
      await call('passingOnNotify', input);
      onClose();
      showMessage({ kind: 'notice', text: t`The notice is sent.` });
    });

  return (
    <DisputeFrame form={form} onSubmit={send} action={t`Send the notice`} onClose={onClose}>
      <ChoiceField
        form={form}
        name="kind"
        label={t`To whom do you pass the data on?`}
        choices={onwardKinds.map((kind) => ({
          value: kind,
          label: i18n._(onwardKindWords[kind]),
        }))}
      />
      <TextField form={form} name="organisation" label={t`Name of the organisation`} />
      <TextField form={form} name="contact" label={t`Contact details of the organisation`} />
      <TextAreaField
        form={form}
        name="purpose"
        label={t`Purpose`}
        description={t`Compatible with the purpose of your request (Art. 21(1))`}
      />
      <TextField form={form} name="usedUntil" type="date" label={t`Used until`} />
      <TextAreaField
        form={form}
        name="safeguards"
        label={t`Technical protection and organisational measures`}
        description={t`Also those for personal data and trade secrets, where there are any`}
      />
    </DisputeFrame>
  );
}
