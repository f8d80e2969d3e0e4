import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm, type CheckedFormProps } from '#ui/form/checked-form.tsx';
import type { ContractForm } from '#ui/form/contract-form.ts';

interface StepFormProps {
  form: CheckedFormProps['form'] & Pick<ContractForm, 'isSending'>;
  send: string | undefined;
  pageOf: (field: string) => string | undefined;
  back: string;
  onSubmit: () => void;
  onAbandon: () => void;
  children: Elements;
}

export function StepForm(props: StepFormProps) {
  const { t } = useLingui();
  const { form, send, pageOf, back, onSubmit, onAbandon, children } = props;
  return (
    <CheckedForm form={form} pageOf={pageOf} onSubmit={onSubmit}>
      {children}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {send ?? <Trans>Continue</Trans>}
        </Button>
        <Link to={back}>{t`Back`}</Link>
        <AbandonButton onAbandon={onAbandon} />
      </div>
    </CheckedForm>
  );
}

import { AbandonDialog } from './applications/end-dialogs.tsx';

function AbandonButton({ onAbandon }: { onAbandon: () => void }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>{t`Cancel the application`}</Button>
      {isAsking && <AbandonDialog onAbandon={onAbandon} onKeep={() => setAsking(false)} />}
    </>
  );
}
