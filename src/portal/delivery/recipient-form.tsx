import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { nameRecipient } from '#contract/report.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface RecipientFormProps {
  applicationNumber: string;
  onDone: () => void;
}

/** Names the address of an application's third party. */
export function RecipientForm({ applicationNumber, onDone }: RecipientFormProps) {
  const { t } = useLingui();
  const form = useContractForm({
    schema: nameRecipient.input,
    initialValues: { email: '' },
    toInput: ({ email }) => ({ applicationNumber, email }),
    words: {
      email: {
        prompt: t`Enter the e-mail address of the third party`,
        format: t`Enter the e-mail in the correct format, like name@example.eu`,
      },
    },
  });

  const send = () =>
    form.send(async (input) => {
      await call('nameRecipient', input);
      const { email } = input;
      showMessage({ kind: 'notice', text: t`A link was sent to ${email}.` });
      onDone();
    });

  return (
    <CheckedForm form={form} onSubmit={send}>
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete="off"
        label={t`E-mail address of the third party`}
      />
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}
