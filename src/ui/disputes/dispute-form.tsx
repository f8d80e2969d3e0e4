import { useLingui } from '@lingui/react/macro';
import { disputeBodies, disputeRecord } from '#contract/dispute.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { typedDate } from '#ui/form/date-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { Authorities } from './authorities.tsx';
import { DisputeDay, DisputeFrame, useDayWords } from './dispute-frame.tsx';

interface DisputeFormProps {
  applicationNumber: string;
  /** The call that records it: the requester's or the desk's. */
  endpoint: 'disputeRecord' | 'deskDisputeRecord';
  /** It was recorded, or is not to be. */
  onClose: () => void;
}

/** Records that a complaint or dispute about an application is before a body. */
export function DisputeForm({ applicationNumber, endpoint, onClose }: DisputeFormProps) {
  const { t, i18n } = useLingui();
  const dayWords = useDayWords(t`Enter the day of the complaint or dispute`);
  const form = useContractForm({
    schema: disputeRecord.input,
    initialValues: { body: '', bodyName: '', startedOn: '', reference: '' },
    toInput: (values) => ({
      applicationNumber,
      ...filled({ ...values, startedOn: typedDate(values.startedOn) }),
    }),
    words: {
      body: { prompt: t`Choose the kind of body` },
      bodyName: { prompt: t`Enter the name of the body` },
      startedOn: dayWords,
      reference: { prompt: t`Check the reference` },
    },
  });

  const send = () =>
    form.send(async (input) => {
      await call(endpoint, input);
      onClose();
      showMessage({ kind: 'notice', text: t`The complaint or dispute is recorded.` });
    });

  return (
    <DisputeFrame form={form} onSubmit={send} action={t`Record the dispute`} onClose={onClose}>
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
      <DisputeDay form={form} name="startedOn" label={t`Since when`} />
      <TextField form={form} name="reference" label={t`Reference number there`} optional />
      <Authorities />
    </DisputeFrame>
  );
}
