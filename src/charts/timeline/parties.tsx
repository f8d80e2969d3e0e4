import { useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './timeline.module.css';

export type DottedCase = CallData<'chartTimeline'>['cases'][number];
export type Party = DottedCase['steps'][number]['waitsFor'];

/** Party that an application waits for, in words. */
export function usePartyWords(): Record<Party, string> {
  const { t } = useLingui();
  return {
    requester: t`Requester`,
    holder: t`Data holder`,
    suspended: t`Nobody: the data are withheld or suspended`,
    ended: t`Nobody: ended`,
  };
}

/** Mark of a step: colour and shape both show the party waited for after it. */
export function DotMark({ party }: { party: Party }) {
  if (party === 'holder')
    return <rect className={styles.holder} x="-3" y="-3" width="6" height="6" />;
  if (party === 'requester') return <circle className={styles.requester} r="3.3" />;
  if (party === 'suspended')
    return <path className={styles.suspended} d="M0-4.4 4.4 0 0 4.4-4.4 0Z" />;
  return <path className={styles.ended} d="M0-4.5V4.5" />;
}

const parties: readonly Party[] = ['holder', 'requester', 'suspended', 'ended'];

/** Explains the marks of steps. */
export function PartyLegend() {
  const { t } = useLingui();
  const words = usePartyWords();
  return (
    <ul className={`row plain ${styles.legend}`} aria-label={t`Party waited for after a step`}>
      {parties.map((party) => (
        <li key={party}>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <DotMark party={party} />
          </svg>
          <span>{words[party]}</span>
        </li>
      ))}
    </ul>
  );
}
