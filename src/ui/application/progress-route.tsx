import { useLingui } from '@lingui/react/macro';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { type ApplicationState, applicationStates, hasTag } from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { shortestStatePath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';
import styles from './progress-route.module.css';

interface ProgressRouteProps {
  record: Pick<ApplicationSummary, 'state' | 'kind' | 'reportState'>;
  passed: readonly string[];
}

export function ProgressRoute({ record, passed }: ProgressRouteProps) {
  const { state, kind, reportState } = record;
  const { t, i18n } = useLingui();
  const stops = progressStops(kind);
  const stopOf = (one: string) => stops.findIndex(({ states }) => states.includes(one));
  const isOffTheWay = stopOf(state) < 0;
  const isEnded = isOffTheWay && hasTag(state, 'ended');
  const last = applicationStates.findLast((one) => passed.includes(one) && stopOf(one) >= 0);
  const at = stopOf(isOffTheWay ? (last ?? state) : state);
  const isReady = hasTag(state, 'downloadable') && reportState === 'delivered';
  // The last stop is labelled «Data ready» before it is reached, and afterwards only while data are
  // available.
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

interface ProgressStop {
  state: ApplicationState;
  /** States shown at this stop, including those that only lead back to it. */
  states: readonly string[];
}

const graph = machineGraph(applicationMachine);

export function progressStops(kind: ApplicationKind): ProgressStop[] {
  const without = kind === 'personal' ? 'isPublic' : 'isPersonal';
  const path = shortestStatePath(graph, 'approved', [without]) as ApplicationState[];
  return path.map((stop) => ({
    state: stop,
    states: applicationStates.filter((state) => {
      const targets = graph.transitions
        .filter(({ source }) => source === state)
        .flatMap((transition) => transition.targets);
      return state === stop || (!path.includes(state) && targets.includes(stop));
    }),
  }));
}
