import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Page } from '#ui/frame/page.tsx';
import { useStaff } from '../staff-context.ts';
import { FactorEntry } from './code-form.tsx';

export default function GiveFactorPage() {
  const { t } = useLingui();
  const { user, reload } = useStaff();
  const entry = useRef<HTMLDivElement>(null);

  // Moves the focus from the heading to the field, because staff enter a code daily.
  useEffect(() => entry.current?.querySelector('input')?.focus(), []);

  return (
    <Page
      title={t`Your second factor`}
      lead={
        <p>
          {t`Staff see other people’s personal data, so the sign-in of ${user.email} has a second step.`}
        </p>
      }
    >
      <div ref={entry} className="stack stack-large measure">
        <FactorEntry submit={t`Continue`} onGiven={reload} />
        <details>
          <summary>{t`The code is not accepted, or the app is lost`}</summary>
          <p>
            {t`The codes depend on the phone’s clock: let the phone set its time automatically. Without the app, use a recovery code. Without both, ask a lead to reset your second factor; you then set up a new one.`}
          </p>
        </details>
      </div>
    </Page>
  );
}
