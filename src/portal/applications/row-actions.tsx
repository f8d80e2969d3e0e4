import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasTag } from '#contract/stored-application.ts';
import type { OwnApplication } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { applicationAddress } from '../addresses.ts';
import { reportActions, type requesterActions } from '../requester-actions.ts';
import styles from './application-table.module.css';
import { TerminateDialog } from './end-dialogs.tsx';

interface RowActionsProps {
  application: OwnApplication;
  actions: ReturnType<typeof requesterActions>;
  /** True if the application has no vehicle, or its vehicle is linked to the account. */
  isLinked: boolean;
}

/** Actions that an application's state allows: the next step as a button, the others in a menu. */
export function RowActions({ application, actions, isLinked }: RowActionsProps) {
  const { t } = useLingui();
  const [isTerminating, setTerminating] = useState(false);
  const { number } = application;
  const address = applicationAddress(number);
  return (
    <div className={styles.actions}>
      <NextStep application={application} actions={actions} isLinked={isLinked} />
      <MoreMenu
        label={t`More for ${number}`}
        actions={[
          { label: t`History`, to: `${address}#history` },
          {
            label:
              application.kind === 'personal' ? t`Owner information` : t`Requester information`,
            to: `${address}#owner`,
          },
          { label: t`Vehicle information`, to: `${address}#vehicle` },
          ...(actions.canTerminate
            ? [{ label: t`Terminate`, onClick: () => setTerminating(true) }]
            : []),
        ]}
      />
      {isTerminating && (
        <TerminateDialog application={application} onClose={() => setTerminating(false)} />
      )}
    </div>
  );
}

function NextStep({ application, actions, isLinked }: RowActionsProps) {
  const { number, state } = application;
  const { canSupply, canRequestData } = actions;
  if (canSupply)
    return (
      <Button size="sm" component={Link} to={applicationAddress(number, 'supplement')}>
        <Trans>Supplementary information</Trans>
      </Button>
    );
  if (canRequestData)
    return (
      <Button size="sm" component={Link} to={applicationAddress(number, 'data-request')}>
        <Trans>Request data</Trans>
      </Button>
    );
  if (!hasTag(state, 'downloadable')) return null;
  return <ReportStep application={application} isLinked={isLinked} />;
}

function ReportStep({ application, isLinked }: Omit<RowActionsProps, 'actions'>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { number, requester, reportState, regeneration, updatedAt } = application;
  if (reportState === null || regeneration === null) return null;
  const report = { state: reportState, ...regeneration };
  const linkEndedAt = isLinked ? null : updatedAt;
  const { canDownload, canRegenerate } = reportActions(report, { requester, linkEndedAt });

  async function fetchReport() {
    await download('report', { applicationNumber: number });
  }

  async function regenerate() {
    setBusy(true);
    try {
      await call('regenerateReport', { applicationNumber: number });
      navigate(`${applicationAddress(number)}#report`);
    } catch {
      // `call` has already shown the error.
      setBusy(false);
    }
  }

  if (canDownload) return <Button size="sm" onClick={fetchReport}>{t`Download data`}</Button>;
  if (!canRegenerate) return null;
  return (
    <Button size="sm" variant="outline" disabled={isBusy} onClick={regenerate}>
      {t`Generate again`}
    </Button>
  );
}
