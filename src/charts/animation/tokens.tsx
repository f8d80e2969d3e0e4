import { DotMark } from '#charts/timeline/dot-mark.tsx';
import styles from './animation.module.css';
import type { Clock } from './clock.ts';
import { sceneAt, type Token, type Track } from './tracks.ts';
import { useInstant } from './use-instant.ts';

interface TokensProps {
  tracks: readonly Track[];
  clock: Clock;
  /** Marks go from state to state at once, for who wants little motion. */
  isStill: boolean;
}

/** The applications in the picture: on their way along arrows, and resting in states with their number. */
export function Tokens({ tracks, clock, isStill }: TokensProps) {
  const at = useInstant(clock);
  const { moving, resting } = sceneAt(tracks, at, isStill ? 0 : clock.glide);
  return (
    <svg overflow="visible" aria-hidden="true">
      {resting.map(({ box, tokens }) => (
        <g key={box.id} data-resting={box.id}>
          {tokens.map(placed)}
          <g transform={`translate(${box.x + box.width} ${box.y})`}>
            <rect className={styles.badge} x="-17" y="-9" width="34" height="18" rx="9" />
            <text className={styles.count} y="4.5" textAnchor="middle">
              {tokens.length}
            </text>
          </g>
        </g>
      ))}
      {moving.map(placed)}
    </svg>
  );
}

const placed = ({ key, x, y, party }: Token) => (
  <g key={key} data-token={key} transform={`translate(${x} ${y}) scale(1.5)`}>
    <DotMark party={party} />
  </g>
);
