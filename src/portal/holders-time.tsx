import { Trans, useLingui } from '@lingui/react/macro';
import type { Clock } from '#contract/application-record.ts';
import { ClockDays, dueDayText } from '#ui/application/clock-days.tsx';

/** Until when the data holder answers: by law, or by the goal that it has set itself. */
export function HoldersTime({ clock }: { clock: Clock }) {
  const { i18n } = useLingui();
  const day = dueDayText(clock, i18n.locale);
  const { limit } = clock;
  if (clock.basis === 'serviceGoal')
    return (
      <p>
        {clock.isOverdue ? (
          <Trans>
            The data holder aimed to answer by {day} but needs more time. We are sorry for the
            delay.
          </Trans>
        ) : (
          <Trans>The data holder aims to answer by {day}.</Trans>
        )}
      </p>
    );
  return (
    <>
      <p>
        <Trans>
          To decline the request or ask to change it, the data holder has {limit} working days from
          its receipt, until {day} (Art. 18(2)).
        </Trans>
      </p>
      <ClockDays clock={clock} />
    </>
  );
}
