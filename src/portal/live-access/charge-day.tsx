import { useLingui } from '@lingui/react/macro';
import type { Activity } from '#contract/live/grants.ts';
import { DAY, HOUR, MINUTE } from '#lib/words/durations.ts';
import { commaOf } from '#lib/words/formats.ts';
import { ChargePlot, FoldedTable } from '#portal/pictures/pictures.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatTime } from '#ui/format/dates.ts';
import { formatKilometres, formatUnit } from '#ui/format/numbers.ts';
import styles from './live-access.module.css';

type Day = CallData<'liveDay'>;

const WIDTH = DAY / MINUTE;
const TICK = 6 * HOUR;
const MAX_GAP = 2 * HOUR;

const kinds: readonly Activity[] = ['driving', 'charging', 'parked'];
const bands = { driving: [0, 18], charging: [5, 8], parked: [8, 2] } as const;

export function ChargeDay({ day }: { day: Day }) {
  const { t, i18n } = useLingui();
  const words = useDayWords();
  const { at, charge, activities } = day;
  const [first, last] = [charge[0], charge.at(-1)];
  if (!first || !last) return null;
  const begin = at - DAY;
  const x = (instant: number) => Math.max(0, (instant - begin) / MINUTE).toFixed(0);
  const [from, to] = [words.percent(first[1]), words.percent(last[1])];
  return (
    <figure className={styles.day} aria-labelledby="live-day">
      <figcaption>
        <h3 id="live-day">{t`State of charge, last 24 hours`}</h3>
      </figcaption>
      <ChargePlot
        label={t`State of charge: ${from} at first, ${to} now`}
        width={WIDTH}
        percent={words.percent}
        line={lineOf(day, x)}
        below={
          <>
            <svg
              className={styles.band}
              viewBox={`0 0 ${WIDTH} 18`}
              preserveAspectRatio="none"
              role="img"
              aria-label={activities
                .map(words.span)
                .join(i18n.locale.startsWith('zh') ? '；' : '; ')}
            >
              {activities.map((each) => {
                const [y, height] = bands[each.kind];
                const width = Math.max(1, (each.to - each.from) / MINUTE);
                return (
                  <rect
                    key={each.from}
                    className={styles[each.kind]}
                    {...{ x: x(each.from), y, width, height }}
                  />
                );
              })}
            </svg>
            <div className={styles.ticks} aria-hidden="true">
              {ticksIn(begin, at).map((tick) => (
                <span key={tick} style={{ insetInlineStart: `${((tick - begin) / DAY) * 100}%` }}>
                  {words.time(tick)}
                </span>
              ))}
            </div>
          </>
        }
      />
      <ul className={`row plain fine ${styles.key}`}>
        {kinds.map((kind) => {
          const own = activities.filter((each) => each.kind === kind);
          const metres = own.reduce((sum, each) => sum + (each.metres ?? 0), 0);
          const length = words.length(own.reduce((sum, each) => sum + each.to - each.from, 0));
          return (
            own.length > 0 && (
              <li key={kind}>
                <i className={styles[kind]} aria-hidden="true" />
                <span>
                  {[
                    words.kind[kind],
                    length,
                    ...(metres > 0 ? [formatKilometres(metres, i18n.locale)] : []),
                  ].join(commaOf(i18n.locale))}
                </span>
              </li>
            )
          );
        })}
      </ul>
      <FoldedTable
        title={t`State of charge, last 24 hours`}
        head={[
          t({ message: 'From', context: 'time' }),
          t({ message: 'To', context: 'time' }),
          t`Car`,
          t`Charge`,
          t`Distance`,
        ]}
        rows={activities.map((each) => [
          words.time(each.from),
          words.time(each.to),
          words.kind[each.kind],
          words.chargeIn(charge, each),
          each.metres === null ? '–' : formatKilometres(each.metres, i18n.locale),
        ])}
      />
    </figure>
  );
}

/**
 * SVG path of the state of charge: horizontal while the car is parked and sends no values,
 * interrupted after `MAX_GAP` without a value.
 */
function lineOf({ at: now, charge, activities }: Day, x: (at: number) => string): string {
  const isParked = (from: number, to: number) =>
    activities.some((each) => each.kind === 'parked' && each.from < to && each.to > from);
  const line = charge.map(([at, percent], index) => {
    const [before] = charge[index - 1] ?? [];
    const to = `${x(at)} ${(100 - percent).toFixed(1)}`;
    if (before && isParked(before, at)) return `H${x(at)}L${to}`;
    return `${before && at - before <= MAX_GAP ? 'L' : 'M'}${to}`;
  });
  const [last = now] = charge.at(-1) ?? [];
  return line.join('') + (isParked(last, now) ? `H${x(now)}` : '');
}

function ticksIn(begin: number, end: number): number[] {
  const first = new Date(begin + HOUR);
  first.setMinutes(0, 0, 0);
  while (first.getHours() % (TICK / HOUR) !== 0) first.setTime(first.getTime() + HOUR);
  const ticks: number[] = [];
  for (let at = first.getTime(); at < end - HOUR; at += TICK) ticks.push(at);
  return ticks;
}

function useDayWords() {
  const { t, i18n } = useLingui();
  const kind: Record<Activity, string> = {
    driving: t`Driving`,
    charging: t`Charging`,
    parked: t`Parked`,
  };
  const time = (at: number) => formatTime(at, i18n.locale);
  const part = (value: number, unit: string) => formatUnit(value, unit, i18n.locale);
  const percent = (value: number) => part(value, 'percent');
  return {
    kind,
    time,
    percent,
    chargeIn(charge: Day['charge'], { from, to }: Day['activities'][number]): string {
      const within = charge.filter(([at]) => at >= from && at <= to);
      const [start, end] = [within[0], within.at(-1)];
      if (!start || !end) return '–';
      const [low, high] = [percent(start[1]), percent(end[1])];
      return low === high ? low : t`${low} to ${high}`;
    },
    length(ms: number): string {
      const minutes = Math.round(ms / MINUTE);
      const hours = Math.floor(minutes / 60);
      return [hours > 0 && part(hours, 'hour'), part(minutes % 60, 'minute')]
        .filter(Boolean)
        .join(' ');
    },
    span: ({ kind: which, from, to }: Day['activities'][number]) => {
      const [doing, begin, end] = [kind[which], time(from), time(to)];
      return t`${doing} from ${begin} to ${end}`;
    },
  };
}
