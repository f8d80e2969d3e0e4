import { useLingui } from '@lingui/react/macro';
import { deskViewSave } from '#contract/queue.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { TickField } from '#ui/form/choice-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { QueueFilter } from './queue-address.ts';

interface ViewFormProps {
  view: CallData<'deskViews'>[number] | null;
  filter: QueueFilter;
  onSaved: () => void;
}

export default function ViewForm({ view, filter, onSaved }: ViewFormProps) {
  const { t } = useLingui();
  const form = useCallForm('deskViewSave', {
    schema: deskViewSave.input,
    initialValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    toInput: (values) => ({
      ...(view && { view: { owner: view.owner, name: view.name } }),
      ...values,
      filter,
    }),
    words: {
      name: {
        prompt: t`Give the view a name that no other view has`,
        format: t`You have reached the maximum number of saved views`,
      },
    },
    onDone: onSaved,
  });
  return (
    <CheckedForm form={form} onSubmit={form.submit} action={t`Save`}>
      <TextField
        form={form}
        name="name"
        label={t`Name of the view`}
        description={t`The filter of the page and its sorting are saved under this name.`}
      />
      <TickField form={form} name="isShared" label={t`All staff at the desk see this view`} />
    </CheckedForm>
  );
}
