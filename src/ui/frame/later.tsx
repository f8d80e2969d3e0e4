import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Parts of a page that nobody came for first: drawn once what stands above them is on screen. */
export function Later({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
