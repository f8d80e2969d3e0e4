import { useLingui } from '@lingui/react/macro';
import {
  type ApplicationKind,
  type ApplicationState,
  applicationMachine,
  applicationStates,
} from '#machines/application.machine.ts';
import { machineGraph } from '#machines/graph/graph.ts';
import { normalCourse } from '#machines/graph/normal-course.ts';
import styles from './progress-route.module.css';

interface Stop {
  label: string;
  /** States in which the application stands at this stop. */
  states: readonly ApplicationState[];
}

interface ProgressRouteProps {
  state: ApplicationState;
  kind: ApplicationKind;
  /** The states it went through, the present one included. */
  passed: readonly ApplicationState[];
}

const graph = machineGraph(applicationMachine);

/** The states of the normal course, each with those that only lead back to it. */
function stopsOf(kind: ApplicationKind): ApplicationState[][] {
  const without = kind === 'personal' ? 'isPublic' : 'isPersonal';
  const course = normalCourse(graph, 'approved', [without]);
  return course.map((stop) =>
    applicationStates.filter((state) => {
      const targets = graph.transitions
        .filter(({ source }) => source === state)
        .flatMap((transition) => transition.targets);
      return state === stop || (!course.includes(state) && targets.includes(stop));
    }),
  );
}

/** Where an application is on its way, as stops along a road: those of its machine's graph. */
export function ProgressRoute({ state, kind, passed }: ProgressRouteProps) {
  const { t } = useLingui();
  const labels: Partial<Record<ApplicationState, string>> = {
    'qualification.submitted': t`Submitted`,
    'qualification.underReview': t`Qualification review`,
    'dataRequest.awaited': t`Your data request`,
    'dataRequest.underReview': kind === 'public' ? t`Data verification` : t`Data review`,
    approved: t`Data ready`,
  };
  const stops = stopsOf(kind).map((states): Stop => {
    const label = states.map((each) => labels[each]).find((each) => each !== undefined);
    return { label: label ?? states.join(), states };
  });
  // A terminated application stands where it was last.
  const last = applicationStates.findLast(
    (one) => passed.includes(one) && !one.startsWith('terminated'),
  );
  const isEnded = state.startsWith('terminated');
  const at = stops.findIndex(({ states }) => states.includes(isEnded ? (last ?? state) : state));
  return (
    <ol className={styles.route} aria-label={t`Progress`}>
      {stops.map(({ label }, index) => (
        <li
          key={label}
          data-stage={index < at ? 'passed' : index === at ? (isEnded ? 'ended' : 'here') : 'ahead'}
          {...(index === at && { 'aria-current': 'step' as const })}
        >
          <span>{label}</span>
          <span className="visually-hidden">
            {index < at && t`done`}
            {index === at && isEnded && t`ended here`}
            {index > at && t`not yet`}
          </span>
        </li>
      ))}
    </ol>
  );
}
