import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { deskViewSave } from '#contract/queue.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import type { QueueFilter } from './queue-address.ts';

export default function ViewName({
  filter,
  onSaved,
}: {
  filter: QueueFilter;
  onSaved: () => void;
}) {
  const { t } = useLingui();
  const form = useContractForm({
    schema: deskViewSave.input,
    initialValues: { name: '' },
    toInput: (values) => ({ ...values, filter }),
    words: {
      name: {
        prompt: t`Give the view a name`,
        format: t`You have reached the maximum number of saved views`,
      },
    },
  });

  const save = () =>
    form.send(async (input) => {
      await call('deskViewSave', input);
      onSaved();
    });

  return (
    <CheckedForm form={form} onSubmit={save}>
      <TextField
        form={form}
        name="name"
        label={t`Name of the view`}
        description={t`The filter of the page is saved for you under this name.`}
      />
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {t`Save`}
        </Button>
      </div>
    </CheckedForm>
  );
}
