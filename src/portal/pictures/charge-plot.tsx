import type { Elements } from '#ui/elements.ts';
import styles from './pictures.module.css';

interface ChargePlotProps {
  label: string;
  /** Width of the picture, which is 100 units high. */
  width: number;
  percent: (value: number) => string;
  line: string;
  below: Elements;
  children?: Elements;
}

export function ChargePlot({ label, width, percent, line, below, children }: ChargePlotProps) {
  return (
    <div className={`fine ${styles.plot}`}>
      <div className={styles.scale} aria-hidden="true">
        {[100, 50, 0].map((value) => (
          <span key={value}>{percent(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {children}
        <path className={styles.axis} d={`M0 0H${width}M0 50H${width}M0 100H${width}`} />
        <path className={styles.line} d={line} />
      </svg>
      {below}
    </div>
  );
}
