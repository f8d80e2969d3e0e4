import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import styles from './action-link.module.css';

interface ActionLinkProps {
  to: string;
  glyph?: GlyphName;
  children: ReactNode;
}

/** The way forward: a link that looks like the button it is for the eye. */
export function ActionLink({ to, glyph = 'arrow', children }: ActionLinkProps) {
  return (
    <Link to={to} className={styles.action}>
      <span>{children}</span> <Glyph name={glyph} />
    </Link>
  );
}
