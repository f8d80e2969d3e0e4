import { useState } from 'react';

export type Density = 'dense' | 'roomy';

/** Height of the queue's rows, kept in this browser for each person. */
export function useDensity(account: string): [Density, (density: Density) => void] {
  const key = `desk:rows:${account}`;
  const [density, setDensity] = useState<Density>(() => {
    try {
      return localStorage.getItem(key) === 'roomy' ? 'roomy' : 'dense';
    } catch {
      return 'dense';
    }
  });
  return [
    density,
    (next) => {
      setDensity(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Kept for this page alone where nothing is stored.
      }
    },
  ];
}
