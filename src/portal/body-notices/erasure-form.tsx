import { useLingui } from '@lingui/react/macro';
import { erasureNotify } from '#contract/notices.ts';
import { call } from '#ui/calls/call.ts';
import { DisputeDay, DisputeFrame, useDayWords } from '#ui/disputes/dispute-frame.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { typedDate } from '#ui/form/date-field.tsx';
import { TextAreaField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface ErasureFormProps {
  number: string;
  /** It was sent, or is not to be. */
  onClose: () => void;
}

/** Tells the data holder that the data are erased (Art. 19(1)(c)). */
export default function ErasureForm({ number, onClose }: ErasureFormProps) {
  const { t } = useLingui();
  const dayWords = useDayWords(t`Enter the day of the erasure`);
  const form = useContractForm({
    schema: erasureNotify.input,
    initialValues: { erasedOn: '', text: '' },
    toInput: (values) => ({
      applicationNumber: number,
      ...filled({ ...values, erasedOn: typedDate(values.erasedOn) }),
    }),
    words: { erasedOn: dayWords, text: { prompt: t`Check the remark` } },
  });

  const send = () =>
    form.send(async (input) => {
      await call('erasureNotify', input);
      onClose();
      showMessage({ kind: 'notice', text: t`The notice is sent.` });
    });

  return (
    <DisputeFrame form={form} onSubmit={send} action={t`Send the notice`} onClose={onClose}>
      <DisputeDay form={form} name="erasedOn" label={t`Erased on`} />
      <TextAreaField form={form} name="text" label={t`Remark`} optional />
    </DisputeFrame>
  );
}
