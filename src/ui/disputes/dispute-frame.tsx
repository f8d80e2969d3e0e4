import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { DateField } from '#ui/form/date-field.tsx';

interface DisputeFrameProps extends Pick<ComponentProps<typeof CheckedForm>, 'onSubmit'> {
  form: ComponentProps<typeof CheckedForm>['form'] & { isSending: boolean };
  /** What the button says that records it. */
  action: string;
  onClose: () => void;
  children: Elements;
}

/** Form about a dispute: its fields, the button that records them and the one that does not. */
export function DisputeFrame({ form, onSubmit, action, onClose, children }: DisputeFrameProps) {
  return (
    <CheckedForm form={form} onSubmit={onSubmit}>
      {children}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {action}
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={onClose}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Day on which a dispute began or ended. */
export function DisputeDay(props: Omit<ComponentProps<typeof DateField>, 'description'>) {
  const { t } = useLingui();
  return <DateField {...props} description={t`For example 3 11 2026`} />;
}

/** Words for the faults of such a day. */
export function useDayWords(prompt: string) {
  const { t } = useLingui();
  return {
    prompt,
    format: t`Enter a real date with day, month and year`,
    range: t`The date must be today or in the past`,
  };
}
