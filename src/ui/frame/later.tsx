import { startTransition, useEffect, useState } from 'react';
import type { Elements } from '#ui/elements.ts';

/** Parts of a page that nobody came for first: drawn once what stands above them is on screen. */
export function Later({ children }: { children: Elements }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
