import { useLingui } from '@lingui/react/macro';
import {
  type ApplicationKind,
  type ApplicationState,
  applicationStates,
} from '#machines/application.machine.ts';
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

/** Where an application is on its way, as stops along a road. */
export function ProgressRoute({ state, kind, passed }: ProgressRouteProps) {
  const { t } = useLingui();
  const qualification: Stop[] = [
    {
      label: t`Qualification review`,
      states: ['qualification.underReview', 'qualification.informationRequired'],
    },
    { label: t`Your data request`, states: ['dataRequest.awaited'] },
  ];
  const stops: Stop[] = [
    { label: t`Submitted`, states: ['qualification.submitted'] },
    ...(kind === 'personal' ? qualification : []),
    {
      label: kind === 'public' ? t`Data verification` : t`Data review`,
      states: ['dataRequest.underReview', 'dataRequest.informationRequired'],
    },
    { label: t`Data ready`, states: ['approved'] },
  ];
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
            {index > at && t`not yet`}
          </span>
        </li>
      ))}
    </ol>
  );
}
