import { type PagePart, partMark } from '#contract/placeholders.ts';
import type { Elements } from '#ui/elements.ts';

/** Marks, in a prerendered page, what the server may leave out; else only its children. */
export function ServerPart({ name, children }: { name: PagePart; children: Elements }) {
  if (typeof document !== 'undefined') return children;
  const mark = partMark(name);
  return (
    <>
      {mark}
      {children}
      {mark}
    </>
  );
}
