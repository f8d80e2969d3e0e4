import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { reportDone } from '#ui/messages/messages.ts';
import { offeredAssignments, useAssignToMe, useWatch } from './assignment.ts';
import type { CaseProps } from './case.ts';
import styles from './case-page.module.css';
import { HandOver } from './choose-colleague.tsx';
import { useStaff } from './staff-context.ts';

export function CaseDesk({ record }: CaseProps) {
  const { t } = useLingui();
  const { user, reviewer, hasRole } = useStaff();
  const assignToMe = useAssignToMe();
  const [isHanding, setHanding] = useState(false);
  const { number: applicationNumber, assignee, previousAssignee } = record;
  const watch = useWatch();
  const isMine = assignee?.id === user.id;
  const offered = hasRole('reviewer') ? offeredAssignments(record, reviewer) : [];
  const release = () =>
    reportDone(call('deskRelease', { applicationNumber }), t`Anybody can take it now.`);
  const button = (label: string, onClick: () => void, title?: string) => (
    <Button variant="default" title={title} onClick={onClick}>
      <span>{label}</span>
    </Button>
  );

  return (
    <section>
      <h2>{t`Assignee`}</h2>
      <p className={styles.due}>
        {isMine && previousAssignee
          ? t`Handed over to you by ${previousAssignee.email}`
          : isMine
            ? t`You have taken this application`
            : assignee && previousAssignee?.id === user.id
              ? t`You handed it over to ${assignee.email}. You can take it back until they act on it.`
              : assignee
                ? t`Taken by ${assignee.email}`
                : t`Nobody has taken this application`}
      </p>
      {hasRole('reviewer') && record.requester !== user.id && (
        <div className="row">
          {offered.includes('take') &&
            button(assignee ? t`Take it back` : t`Take it`, () => assignToMe(applicationNumber))}
          {offered.includes('handOver') && button(t`Hand it over`, () => setHanding(true))}
          {offered.includes('release') && button(t`Release it`, release)}
          {button(
            record.isWatched ? t`Stop watching` : t`Watch it`,
            () => watch(record),
            t`Everyone who watches an application gets an e-mail when somebody else changes it.`,
          )}
        </div>
      )}
      {isHanding && (
        <HandOver
          without={[record.requester, assignee?.id]}
          onChosen={(to) =>
            reportDone(
              call('deskHandOver', { applicationNumber, to }),
              t`The application is handed over.`,
            ).then(() => setHanding(false))
          }
          onCancel={() => setHanding(false)}
        />
      )}
    </section>
  );
}
