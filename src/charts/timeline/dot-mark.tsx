import styles from './timeline.module.css';
import type { Party } from './use-party-words.ts';

/** A step, by whose turn it is after it: in its colour, and in a form that needs none. */
export function DotMark({ party }: { party: Party }) {
  if (party === 'holder')
    return <rect className={styles.holder} x="-3" y="-3" width="6" height="6" />;
  if (party === 'requester') return <circle className={styles.requester} r="3.3" />;
  if (party === 'suspended')
    return <path className={styles.suspended} d="M0-4.4 4.4 0 0 4.4-4.4 0Z" />;
  return <path className={styles.ended} d="M0-4.5V4.5" />;
}
