import type { ReactNode } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'error' | 'info' | 'good';
  title?: ReactNode;
  children?: ReactNode;
}

const glyphs = { error: 'warning', info: 'info', good: 'check' } as const;

/** Something to know, in the page's flow. Screen readers announce an error at once. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} {...(kind === 'error' && { role: 'alert' })}>
      <Glyph name={glyphs[kind]} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
