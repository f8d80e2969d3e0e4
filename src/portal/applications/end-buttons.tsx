import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';

interface TerminateProps {
  application: Pick<ApplicationSummary, 'number' | 'revision'>;
  opener: (ask: () => void) => ReactElement;
}

export function Terminate({ application, opener }: TerminateProps) {
  const { t } = useLingui();
  const { number: applicationNumber, revision } = application;
  const number = withUnbrokenNumbers(applicationNumber);
  return (
    <ConfirmButton
      opener={opener}
      title={t`Terminate the application?`}
      confirm={t`Terminate`}
      cancel={t`Keep the application`}
      isFinal
      work={() => call('terminateOrder', { applicationNumber, revision })}
      done={t`Application ${{ number: applicationNumber }} has ended.`}
    >
      <p>
        <Trans>
          This ends application {number} for good. To ask again, you need a new application.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

interface AbandonProps {
  opener: (ask: () => void) => ReactElement;
  work: () => Promise<void>;
}

export function Abandon(props: AbandonProps) {
  const { t } = useLingui();
  return (
    <ConfirmButton
      title={t`Abandon the data application?`}
      confirm={t`Abandon`}
      cancel={t`Keep the application`}
      isFinal
      {...props}
    >
      <p>{t`Everything you typed and uploaded for it will be deleted.`}</p>
    </ConfirmButton>
  );
}
