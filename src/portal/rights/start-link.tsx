import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from './role-page.module.css';

/** The one way forward on a page of text. */
export function StartLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p>
      <Link to={to} className={styles.view}>
        {children} <Glyph name="arrow" />
      </Link>
    </p>
  );
}
