import { type ReactNode, useEffect, useRef } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { Elements } from '#ui/elements.ts';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'error' | 'info' | 'good';
  title?: ReactNode;
  /** The outcome of what the reader has just done: shown and focused wherever they were. */
  takesFocus?: boolean;
  children?: Elements;
}

const glyphs = { error: 'warning', info: 'info', good: 'check' } as const;

/** Something to know, in the page's flow. Screen readers announce an error at once. */
export function Notice({ kind, title, takesFocus = false, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    box.current?.focus({ preventScroll: true });
    // The whole may be higher than the window: its title is what has to be seen.
    head.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <div
      ref={box}
      className={styles.notice}
      data-kind={kind}
      {...(takesFocus && { tabIndex: -1 })}
      {...(kind === 'error' && { role: 'alert' })}
    >
      <Glyph name={glyphs[kind]} />
      <div>
        {title && (
          <p ref={head} className={styles.title}>
            {title}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
