import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { hasTag } from '#contract/stored-application.ts';
import { ClockDays, dueDayText } from '#ui/application/clock-days.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './case-page.module.css';

export default function CaseClock({ record }: { record: CallData<'deskApplication'> }) {
  const { clock } = record;
  const { t, i18n } = useLingui();
  const { used, limit, isOverdue, state } = clock;
  const day = dueDayText(clock, i18n.locale);
  return (
    <section>
      <h2>{t`Time to answer`}</h2>
      <div className={`stack stack-small ${styles.clock}`} data-overdue={isOverdue || undefined}>
        {day && (
          <p className={styles.due}>
            {isOverdue ? <Trans>Was due on {day}</Trans> : <Trans>Due on {day}</Trans>}
          </p>
        )}
        {state === 'paused' && (
          <p className={styles.due}>
            {hasTag(record.state, 'suspended') ? (
              <Trans>Paused while the sharing is suspended</Trans>
            ) : hasTag(record.state, 'withheld') ? (
              <Trans>Paused while the data are withheld</Trans>
            ) : (
              <Trans>Paused while waiting for the requester</Trans>
            )}
          </p>
        )}
        {state === 'ended' && <p className={styles.due}>{t`Stopped: the application has ended`}</p>}
        <Progress
          aria-hidden="true"
          value={Math.min(100, (100 * used) / limit)}
          color={isOverdue ? 'brick' : 'pine'}
        />
        <p>
          {clock.basis === 'workingDays' ? (
            <Trans>
              Working days used: {used} of {limit} (Art. 18(2))
            </Trans>
          ) : (
            <Trans>
              Days used: {used} of the {limit} that the data holder has set as its goal
            </Trans>
          )}
        </p>
      </div>
      <ClockDays clock={clock} />
    </section>
  );
}
