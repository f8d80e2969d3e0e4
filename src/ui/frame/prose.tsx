import type { ReactNode } from 'react';
import styles from './prose.module.css';

/** Running text: a readable measure, space between its parts. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
