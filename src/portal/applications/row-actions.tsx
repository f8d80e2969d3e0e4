import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { hasTag } from '#contract/stored-application.ts';
import type { Task } from '#contract/turns.ts';
import type { OwnApplication } from '#contract/user-info.ts';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { applicationAddress } from '../addresses.ts';
import { reportActions, requesterActions } from '../requester-actions.ts';
import { TaskButton, Terminate } from './application-buttons.tsx';
import styles from './application-table.module.css';

interface RowActionsProps {
  application: OwnApplication;
  task: Task | undefined;
  isLinked: boolean;
}

export function RowActions({ application, task, isLinked }: RowActionsProps) {
  const { t } = useLingui();
  const { number } = application;
  const address = applicationAddress(number);
  return (
    <div className={styles.actions}>
      <NextStep application={application} task={task} isLinked={isLinked} />
      <Terminate
        application={application}
        opener={(ask) => (
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
              ...(requesterActions(application).canTerminate
                ? [{ label: t`Terminate`, onClick: ask }]
                : []),
            ]}
          />
        )}
      />
    </div>
  );
}

function NextStep(props: RowActionsProps) {
  const { application, task } = props;
  if (hasTag(application.state, 'downloadable') && (!task || task === 'download'))
    return <ReportStep {...props} />;
  return task && <TaskButton number={application.number} task={task} size="sm" />;
}

function ReportStep({ application, task, isLinked }: RowActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { number, requester, reportState, regeneration, updatedAt } = application;
  if (reportState === null || regeneration === null) return null;
  const report = { state: reportState, ...regeneration };
  const linkEndedAt = isLinked ? null : updatedAt;
  const { canDownload, canRegenerate } = reportActions(report, { requester, linkEndedAt });

  async function regenerate() {
    await call('regenerateReport', { applicationNumber: number });
    navigate(`${applicationAddress(number)}#report`);
  }

  if (canDownload)
    return (
      <BusyButton
        size="sm"
        variant={task === 'download' ? 'filled' : 'outline'}
        work={() => download('report', { applicationNumber: number })}
      >
        {t`Download data`}
      </BusyButton>
    );
  return (
    canRegenerate && (
      <BusyButton size="sm" variant="outline" work={regenerate}>
        {t`Generate again`}
      </BusyButton>
    )
  );
}
