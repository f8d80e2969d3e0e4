import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { disputeBodies, disputeRecord } from '#contract/dispute.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { filled, useContractForm } from '#ui/form/contract-form.ts';
import { DateField, typedDate } from '#ui/form/date-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { Authorities } from './authorities.tsx';

interface DisputeFormProps {
  applicationNumber: string;
  endpoint: 'disputeRecord' | 'deskDisputeRecord';
  onClose: () => void;
}

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
      <DisputeDay form={form} name="startedOn" label={t`Date of the complaint or dispute`} />
      <TextField form={form} name="reference" label={t`Reference number there`} optional />
      <Authorities />
    </DisputeFrame>
  );
}

interface DisputeFrameProps extends Pick<ComponentProps<typeof CheckedForm>, 'onSubmit'> {
  form: ComponentProps<typeof CheckedForm>['form'] & { isSending: boolean };
  action: string;
  onClose: () => void;
  children: Elements;
}

export function DisputeFrame({ form, onSubmit, action, onClose, children }: DisputeFrameProps) {
  const { t } = useLingui();
  return (
    <CheckedForm form={form} onSubmit={onSubmit}>
      {children}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {action}
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={onClose}>{t`Back`}</Button>
      </div>
    </CheckedForm>
  );
}

export function DisputeDay(props: Omit<ComponentProps<typeof DateField>, 'description'>) {
  const { t } = useLingui();
  return <DateField {...props} description={t`For example 3 11 2026`} />;
}

export function useDayWords(prompt: string) {
  const { t } = useLingui();
  return {
    prompt,
    format: t`Enter a real date with day, month and year`,
    range: t`The date must be today or in the past`,
  };
}
