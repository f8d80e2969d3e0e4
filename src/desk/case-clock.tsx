import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { hasTag } from '#contract/stored-application.ts';
import { ClockDays } from '#ui/application/clock-days.tsx';
import { formatDayRange, formatNearDay, formatShortDay } from '#ui/format/dates.ts';
import type { CaseProps } from './case.ts';
import styles from './case-page.module.css';

export default function CaseClock({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { clock } = record;
  const { used, limit, isOverdue, state, dueDay, basis, periods } = clock;
  const left = Math.max(0, limit - used);
  const day = dueDay && (isOverdue ? formatShortDay : formatNearDay)(dueDay, i18n.locale);
  const heading = () => {
    if (day) return isOverdue ? t`Was due on ${day}` : t`Due on ${day}`;
    if (state === 'ended')
      return hasTag(record.state, 'downloadable')
        ? t`Stopped: the data request is approved`
        : t`Stopped: the application has ended`;
    if (hasTag(record.state, 'suspended')) return t`Paused while the sharing is suspended`;
    if (hasTag(record.state, 'withheld')) return t`Paused while the data are withheld`;
    return t`Paused while waiting for the requester`;
  };
  const total = left + periods.reduce((sum, { days }) => sum + days, 0);
  return (
    <section className={styles.clock} data-overdue={isOverdue || undefined}>
      <h2 className="visually-hidden">{t`Time to answer`}</h2>
      <p className="row row-apart">
        <b>{heading()}</b>{' '}
        <span>
          {basis === 'workingDays'
            ? t`Working days used: ${used} of ${limit}; left: ${left}`
            : t`Days used: ${used} of ${limit}; left: ${left}`}
        </span>
      </p>
      <Progress.Root aria-hidden="true">
        {periods.map(({ party, from, days }) => (
          <Progress.Section
            key={`${party} ${from}`}
            value={(100 * days) / total}
            color={isOverdue ? 'brick' : 'pine'}
            {...(party !== 'holder' && { className: styles.stopped })}
          />
        ))}
      </Progress.Root>
      <details>
        <summary>{dueDay ? t`How this date comes about` : t`How the days are counted`}</summary>
        <ClockSum clock={clock} />
        <ClockDays clock={clock} />
      </details>
    </section>
  );
}

function ClockSum({ clock }: Pick<CaseProps['record'], 'clock'>) {
  const { t, i18n } = useLingui();
  const { basis, limit, filedOn, goalDay, holidays, periods, dueDay, state } = clock;
  const short = (day: string) => formatShortDay(day, i18n.locale);
  const more = (count: number) =>
    basis === 'workingDays'
      ? plural(count, { one: '+ # working day', other: '+ # working days' })
      : plural(count, { one: '+ # day', other: '+ # days' });
  const filed = short(filedOn);
  const rows: { label: string; value: string; isTotal?: true }[] = [
    {
      label:
        basis === 'workingDays'
          ? t`Filed on ${filed}; working days (Art. 18(2)): ${limit}`
          : t`Filed on ${filed}; goal of the data holder in days: ${limit}`,
      value: short(goalDay),
    },
    ...periods.flatMap(({ party, from, to, days }, index) => {
      if (party === 'holder') return [];
      const isNow = state === 'paused' && index === periods.length - 1;
      const since = short(from);
      const range = isNow ? t`since ${since}` : formatDayRange(from, to, i18n.locale);
      const words = {
        requester: t`Waiting for the requester, not counted: ${range}`,
        paused: t`Withheld or suspended, not counted: ${range}`,
        nobody: t`Approved or ended, not counted: ${range}`,
      };
      return [{ label: words[party], value: more(days) }];
    }),
    ...(holidays > 0 ? [{ label: t`Holidays`, value: more(holidays) }] : []),
    ...(dueDay ? [{ label: t`Due`, value: short(dueDay), isTotal: true as const }] : []),
  ];
  return (
    <dl className={styles.sum}>
      {rows.map(({ label, value, isTotal }) => (
        <div key={label} data-total={isTotal}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
