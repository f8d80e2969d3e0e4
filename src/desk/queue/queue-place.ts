import { useSessionStorage } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { useStaff } from '../staff-context.ts';
import { PAGE_SIZE, queueInput } from './queue-address.ts';

interface QueuePlace {
  search: string;
  numbers: readonly string[];
  first: number;
  total: number;
  opened: string | null;
}

export function useQueuePlace() {
  const { user } = useStaff();
  return useSessionStorage<QueuePlace | null>({
    key: `desk:place:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
}

export function useQueueAddress(): string {
  const [place] = useQueuePlace();
  return `/desk${place?.search ?? ''}`;
}

export function useNeighbours(number: string) {
  const navigate = useNavigate();
  const [place, storePlace] = useQueuePlace();
  const queueAddress = useQueueAddress();
  const at = place?.numbers.indexOf(number) ?? -1;

  function open(next: string): void {
    if (place) storePlace({ ...place, opened: next });
    navigate(`/desk/applications/${next}`);
  }

  async function openFollowing(isHere: () => boolean): Promise<void> {
    const address = new URLSearchParams(place?.search ?? '');
    const page = Math.floor((place?.first ?? 0) / PAGE_SIZE) + 1;
    for (const one of [page, page + 1]) {
      const { items, total } = await call('deskQueue', queueInput(address, one));
      if (!isHere()) return;
      const numbers = items.map((item) => item.number);
      const next = numbers.find((each) => each !== number && !place?.numbers.includes(each));
      if (!next) continue;
      const first = (one - 1) * PAGE_SIZE;
      storePlace({ search: place?.search ?? '', numbers, first, total, opened: next });
      return void navigate(`/desk/applications/${next}`);
    }
    navigate(queueAddress);
  }

  return {
    /** 1-based position; null if the case was not opened from the view. */
    position: place && at >= 0 ? place.first + at + 1 : null,
    total: place?.total ?? 0,
    hasNext: !place || at < 0 || place.first + at + 1 < place.total,
    openNext: async () => {
      const next = at < 0 ? undefined : place?.numbers[at + 1];
      if (next) return open(next);
      const { pathname } = location;
      // The user may leave the case while the queue loads.
      const isHere = () => location.pathname === pathname;
      await openFollowing(isHere).catch(() => isHere() && navigate(queueAddress));
    },
    openPrevious: () => {
      const previous = at < 0 ? undefined : place?.numbers[at - 1];
      if (previous) open(previous);
      else navigate(queueAddress);
    },
  };
}

/** Moves the focus to the row of the case just left, or to the row now in its place. */
export function useReturnToRow(
  table: RefObject<HTMLTableElement | null>,
  numbers: readonly string[] | undefined,
): void {
  const [place, storePlace] = useQueuePlace();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !numbers) return;
    isDone.current = true;
    if (!place?.opened) return;
    storePlace({ ...place, opened: null });
    const at = numbers.indexOf(place.opened);
    const links = table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [];
    const row = links[at < 0 ? Math.max(0, place.numbers.indexOf(place.opened)) : at];
    (row ?? links[links.length - 1])?.focus();
  }, [table, numbers, place, storePlace]);
}
