import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { ContractForm } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';

interface StepFormProps {
  form: Pick<ContractForm, 'problems' | 'failures' | 'isSending'>;
  isLast: boolean;
  /** Where «back» leads. */
  back: string;
  onSubmit: () => void;
  onAbandon: () => void;
  children: ReactNode;
}

/** One step of a form: its fields, the way on, the way back, and the way out. */
export function StepForm(props: StepFormProps) {
  const { form, isLast, back, onSubmit, onAbandon, children } = props;
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <CheckedForm form={form} onSubmit={onSubmit}>
      {children}
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          {isLast ? <Trans>Send the application</Trans> : <Trans>Continue</Trans>}
        </Button>
        <Link to={back}>
          <Trans>Back</Trans>
        </Link>
        <Button variant="subtle" onClick={() => setAsking(true)}>
          <Trans>Cancel the application</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Abandon the data application?`}
          confirm={t`Abandon`}
          isFinal
          onConfirm={onAbandon}
          onCancel={() => setAsking(false)}
        >
          <p>
            <Trans>What you typed and uploaded for it is deleted from this device.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </CheckedForm>
  );
}
