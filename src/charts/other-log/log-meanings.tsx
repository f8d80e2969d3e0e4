import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { LogNames } from '#applications/replay/replay-log.ts';
import { useEventLabel } from '#ui/application/event-label.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { likelyEvent } from './likely.ts';
import styles from './other-log.module.css';
import type { ReadLog } from './read-log.ts';

/** Activities whose meaning is asked for; of more, the most frequent. */
const MOST_ASKED = 60;
const roles = ['requester', 'reviewer', 'clock'] as const;

interface LogMeaningsProps {
  log: ReadLog;
  onReplay: (names: LogNames) => void;
}

/** Asks what a log's words mean to the machine. */
export function LogMeanings({ log, onReplay }: LogMeaningsProps) {
  const { t, i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const asked = log.activities.slice(0, MOST_ASKED);
  const [activities, setActivities] = useState(() =>
    Object.fromEntries(
      asked.map(([activity]) => [activity, likelyEvent(activity, log.events, eventLabel)]),
    ),
  );
  const [senders, setSenders] = useState(() =>
    Object.fromEntries(log.roles.map((role) => [role, roles.find((each) => each === role) ?? ''])),
  );
  const known = [
    { value: '', label: t`No event of the machine` },
    ...log.events.map((value) => ({ value, label: `${eventLabel(value)} (${value})` })),
  ];
  return (
    <fieldset className={styles.part}>
      <legend>
        <Trans>What the log’s words mean</Trans>
      </legend>
      <div className={styles.fields}>
        {asked.map(([activity, times]) => (
          <NativeSelect
            key={activity}
            label={<span>{`${activity || '–'} × ${formatNumber(times, i18n.locale)}`}</span>}
            value={activities[activity] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setActivities({ ...activities, [activity]: value })
            }
            data={known}
          />
        ))}
        {log.roles.map((role) => (
          <NativeSelect
            key={role}
            label={<span>{t`Role: ${role}`}</span>}
            value={senders[role] ?? ''}
            onChange={({ currentTarget: { value } }) => setSenders({ ...senders, [role]: value })}
            data={[
              { value: '', label: t`Whoever may send it` },
              ...roles.map((value) => ({ value, label: roleLabel(value) })),
            ]}
          />
        ))}
      </div>
      <Button onClick={() => onReplay({ activities, roles: senders })}>
        <Trans>Replay</Trans>
      </Button>
    </fieldset>
  );
}
