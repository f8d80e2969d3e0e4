import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm, type CheckedFormProps } from '#ui/form/checked-form.tsx';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { AbandonButton } from './abandon-button.tsx';

interface StepFormProps {
  form: CheckedFormProps['form'] & Pick<ContractForm, 'isSending'>;
  /** Label of the button that sends the form; the one that goes on when there is none. */
  send: string | undefined;
  /** Address of the step that asks for a field. */
  pageOf: (field: string) => string | undefined;
  /** Address that «back» leads to. */
  back: string;
  onSubmit: () => void;
  onAbandon: () => void;
  children: Elements;
}

/** One step of a form: its fields, the way on, the way back, and the way out. */
export function StepForm(props: StepFormProps) {
  const { form, send, pageOf, back, onSubmit, onAbandon, children } = props;
  return (
    <CheckedForm form={form} pageOf={pageOf} onSubmit={onSubmit}>
      {children}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {send ?? <Trans>Continue</Trans>}
        </Button>
        <Link to={back}>
          <Trans>Back</Trans>
        </Link>
        <AbandonButton onAbandon={onAbandon} />
      </div>
    </CheckedForm>
  );
}
