import { useLingui } from '@lingui/react/macro';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { applicationStates, hasTag } from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import styles from './progress-route.module.css';
import { type ProgressStop, progressStops } from './progress-stops.ts';

interface ProgressRouteProps {
  record: Pick<ApplicationSummary, 'state' | 'kind' | 'reportState'>;
  /** The states it went through, the present one included. */
  passed: readonly string[];
}

/** Progress of an application, as stops along a road: those of its machine's graph. */
export function ProgressRoute({ record, passed }: ProgressRouteProps) {
  const { state, kind, reportState } = record;
  const { t, i18n } = useLingui();
  const stops = progressStops(kind);
  const stopOf = (one: string) => stops.findIndex(({ states }) => states.includes(one));
  const isOffTheWay = stopOf(state) < 0;
  const isEnded = isOffTheWay && hasTag(state, 'ended');
  // A terminated application stands where it was last.
  const last = applicationStates.findLast((one) => passed.includes(one) && stopOf(one) >= 0);
  const at = stopOf(isOffTheWay ? (last ?? state) : state);
  const isReady = hasTag(state, 'downloadable') && reportState === 'delivered';
  // The last stop is called «Data ready» ahead, and once reached only while the data are.
  const wordsOf = (stop: ProgressStop, isHere: boolean) =>
    isHere && hasTag(stop.state, 'downloadable') && !isReady
      ? stateWords(isEnded ? stop.state : state, kind).label
      : stateWords(stop.state, kind).stop;
  return (
    <ol className={styles.route} aria-label={t`Progress`}>
      {stops.map((stop, index) => (
        <li
          key={stop.state}
          data-stage={index < at ? 'passed' : index === at ? (isEnded ? 'ended' : 'here') : 'ahead'}
          {...(index === at && { 'aria-current': 'step' as const })}
        >
          <span>{i18n._(wordsOf(stop, index === at))}</span>
          <span className="visually-hidden">
            {index < at ? t`done` : index > at ? t`not yet` : isEnded && t`closed here`}
          </span>
        </li>
      ))}
    </ol>
  );
}
