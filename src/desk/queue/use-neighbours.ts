import { useNavigate } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { PAGE_SIZE, readFilter } from '../queue-filter.ts';
import { readOrder } from './queue-order.ts';
import { useQueuePlace } from './queue-place.ts';

interface Neighbours {
  /** From 1 on, among all of the view; null where the case was not opened from it. */
  position: number | null;
  total: number;
  openNext: () => Promise<void>;
  openPrevious: () => void;
}

/** The cases before and after one, in the view of the queue that it was opened from. */
export function useNeighbours(number: string): Neighbours {
  const navigate = useNavigate();
  const { keepPlace, keptPlace, queueAddress } = useQueuePlace();
  const place = keptPlace();
  const at = place?.numbers.indexOf(number) ?? -1;

  function open(next: string): void {
    if (place) keepPlace({ ...place, opened: next });
    navigate(`/desk/applications/${next}`);
  }

  /** The first case of the view that was not among the rows before: those have been decided. */
  async function openFollowing(): Promise<void> {
    const address = new URLSearchParams(place?.search ?? '');
    const page = Math.floor((place?.first ?? 0) / PAGE_SIZE) + 1;
    for (const one of [page, page + 1]) {
      const query = { ...readFilter(address), ...readOrder(address), page: one };
      const { items, total } = await call('deskQueue', { ...query, pageSize: PAGE_SIZE });
      const numbers = items.map((item) => item.number);
      const next = numbers.find((each) => each !== number && !place?.numbers.includes(each));
      if (!next) continue;
      const first = (one - 1) * PAGE_SIZE;
      keepPlace({ search: place?.search ?? '', numbers, first, total, opened: next });
      return void navigate(`/desk/applications/${next}`);
    }
    navigate(queueAddress());
  }

  return {
    position: place && at >= 0 ? place.first + at + 1 : null,
    total: place?.total ?? 0,
    openNext: async () => {
      const next = at < 0 ? undefined : place?.numbers[at + 1];
      if (next) open(next);
      else await openFollowing().catch(() => navigate(queueAddress()));
    },
    openPrevious: () => {
      const previous = at < 0 ? undefined : place?.numbers[at - 1];
      if (previous) open(previous);
      else navigate(queueAddress());
    },
  };
}
