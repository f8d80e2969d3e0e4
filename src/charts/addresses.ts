import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';

export const CATALOGUE = '/charts';

/** Keeps what else an address says (filters), and names one state or transition in it. */
export function addressOf(search: URLSearchParams): NonNullable<Drawing['address']> {
  return (kind, id) => {
    const next = new URLSearchParams(search);
    next.delete('state');
    next.delete('transition');
    next.set(kind, id);
    return `?${next}`;
  };
}

/** The state or transition that an address names. */
export function chosenBy(search: URLSearchParams): string | null {
  return search.get('state') ?? search.get('transition');
}
