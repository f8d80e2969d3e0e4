import { type RefObject, useEffect, useRef } from 'react';
import { useQueuePlace } from './queue-place.ts';

/**
 * After a case, focuses its row once the rows are there; where it has left the view, the one that
 * stands in its place.
 */
export function useReturnToRow(
  table: RefObject<HTMLTableElement | null>,
  numbers: readonly string[] | undefined,
): void {
  const { keepPlace, keptPlace } = useQueuePlace();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !numbers) return;
    isDone.current = true;
    const place = keptPlace();
    if (!place?.opened) return;
    keepPlace({ ...place, opened: null });
    const at = numbers.indexOf(place.opened);
    const links = table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [];
    const row = links[at < 0 ? Math.max(0, place.numbers.indexOf(place.opened)) : at];
    (row ?? links[links.length - 1])?.focus();
  }, [table, numbers, keepPlace, keptPlace]);
}
