import { type Filter, readFilter } from '#charts/filter/figure-filter.ts';

/** Before the names that the second filter has in the address. */
const OTHER = 'with-';

export const otherKey = (key: string): string => `${OTHER}${key}`;

/** The filter of the applications to compare with; null where the address names none. */
export function readOtherFilter(search: URLSearchParams): Filter | null {
  const own = [...search].flatMap(([key, value]) =>
    key.startsWith(OTHER) ? [[key.slice(OTHER.length), value]] : [],
  );
  const filter = readFilter(new URLSearchParams(own));
  return Object.keys(filter).length > 0 ? filter : null;
}
