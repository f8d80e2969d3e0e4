import { useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { stateWords } from '#forms/states.ts';
import type { Elements } from '#ui/elements.ts';
import { calendarDay, dayIn, formatShortDay } from '#ui/format/dates.ts';
import styles from './progress-route.module.css';
import { type ProgressStop, progressStops } from './progress-stops.ts';

interface ProgressRouteProps {
  record: Pick<
    ApplicationRecord,
    'state' | 'kind' | 'reportState' | 'history' | 'answerDueAt' | 'quoteDay' | 'clock'
  >;
  car?: Elements | undefined;
}

export function ProgressRoute({ record, car }: ProgressRouteProps) {
  const { state, kind, reportState, history, answerDueAt, quoteDay, clock } = record;
  const { t, i18n } = useLingui();
  const stops = progressStops(kind);
  const stopOf = (name: string) => stops.findIndex(({ states }) => states.includes(name));
  const isOffTheWay = stopOf(state) < 0;
  const isEnded = isOffTheWay && hasTag(state, 'ended');
  const last = history.findLast(({ to }) => stopOf(to) >= 0);
  const at = stopOf(isOffTheWay ? (last?.to ?? state) : state);
  const isReady = hasTag(state, 'downloadable') && reportState === 'delivered';
  // Once the last stop is reached, it is labelled «Data ready» only while data are available.
  const wordsOf = (stop: ProgressStop, isHere: boolean) =>
    isHere && hasTag(stop.state, 'downloadable') && !isReady
      ? stateWords(isEnded ? stop.state : state, kind).label
      : stateWords(stop.state, kind).stop;
  const due = answerDueAt ? dayIn(clock.timeZone, answerDueAt) : (quoteDay ?? clock.dueDay);
  const dueDay = due && !isOver(state) && formatShortDay(due, i18n.locale);
  // The answer to a submitted application is due at the second stop.
  const dueAtStop = Math.max(1, at);
  const entryOf = (index: number) => {
    if (index > at) return undefined;
    if (index === 0) return history[0];
    return index === at
      ? history.at(-1)
      : history.findLast(({ from, to }) => stopOf(from ?? '') <= index && stopOf(to) > index);
  };
  return (
    <ol className={`plain ${styles.route}`} aria-label={t`Progress`}>
      {stops.map((stop, index) => {
        const isHere = index === at;
        const isEnd = isHere && isEnded;
        const isDue = index === dueAtStop && Boolean(dueDay);
        const entry = isEnd && index > 0 ? undefined : entryOf(index);
        return (
          <li
            key={stop.state}
            data-stage={index < at ? 'passed' : isHere ? (isEnded ? 'ended' : 'here') : 'ahead'}
            {...(isHere && { 'aria-current': 'step' as const })}
          >
            {isHere && !isEnded && car}
            <b>{i18n._(wordsOf(stop, isHere))}</b>
            {isDue ? (
              <span className={styles.due}>
                {isHere ? t`by ${dueDay}` : t`answer by ${dueDay}`}
              </span>
            ) : (
              entry && <Day at={entry.at} />
            )}
            {isEnd ? (
              <span>
                <span>{t`ended here`}</span> <Day at={history.at(-1)?.at ?? 0} />
              </span>
            ) : (
              <span className="visually-hidden">
                {index < at ? t`done` : index > at && !isEnded && t`not yet`}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Day({ at }: { at: number }) {
  const { i18n } = useLingui();
  const day = new Date(at);
  return <time dateTime={day.toISOString()}>{formatShortDay(calendarDay(day), i18n.locale)}</time>;
}
