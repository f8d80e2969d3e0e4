import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { Elements } from '#ui/elements.ts';

interface NoticeProps {
  kind: 'error' | 'info' | 'good';
  title?: ReactNode;
  /** True for the result of the last action: the notice is scrolled into view and focused. */
  takesFocus?: boolean;
  children?: Elements;
}

const glyphs = { error: 'warning', info: 'info', good: 'check' } as const;

export function Notice({ kind, title, takesFocus = false, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    box.current?.focus({ preventScroll: true });
    // The notice may be taller than the window; its title must be visible.
    head.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <Alert
      ref={box}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'note'}
      icon={<Glyph name={glyphs[kind]} />}
      title={title && <span ref={head}>{title}</span>}
      {...(takesFocus && { tabIndex: -1 })}
    >
      {children}
    </Alert>
  );
}
