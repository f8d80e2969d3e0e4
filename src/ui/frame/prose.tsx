import type { ReactNode } from 'react';

/** Running text: a readable measure, space between its parts. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>;
}
