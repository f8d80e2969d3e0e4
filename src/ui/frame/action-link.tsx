import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from './action-link.module.css';

/** The way forward: a link that looks like the button it is for the eye. */
export function ActionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.action}>
      {children} <Glyph name="arrow" />
    </Link>
  );
}
