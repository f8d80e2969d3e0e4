import { useSessionStorage } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { useStaff } from '../staff-context.ts';
import { PAGE_SIZE, queueInput } from './queue-address.ts';

interface ListPosition {
  /** Name of the view. */
  name: string;
  search: string;
  numbers: readonly string[];
  first: number;
  total: number;
  opened: string | null;
}

export function useListPosition() {
  const { user } = useStaff();
  return useSessionStorage<ListPosition | null>({
    key: `desk:place:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
}

export function useNeighbours(number: string) {
  const navigate = useNavigate();
  const [listPosition, storeListPosition] = useListPosition();
  const { name = '', search = '', numbers = [], first = 0, total = 0 } = listPosition ?? {};
  const queueAddress = `/desk${search}`;
  const at = numbers.indexOf(number);

  function open(next: string): void {
    if (listPosition) storeListPosition({ ...listPosition, opened: next });
    navigate(`/desk/applications/${next}`);
  }

  async function openFollowing(isHere: () => boolean): Promise<void> {
    const page = Math.floor(first / PAGE_SIZE) + 1;
    for (const one of [page, page + 1]) {
      const loaded = await call('deskQueue', queueInput(new URLSearchParams(search), one));
      if (!isHere()) return;
      const listed = loaded.items.map((item) => item.number);
      const next = listed.find((each) => each !== number && !numbers.includes(each));
      if (!next) continue;
      const position = { numbers: listed, first: (one - 1) * PAGE_SIZE, total: loaded.total };
      storeListPosition({ name, search, ...position, opened: next });
      return void navigate(`/desk/applications/${next}`);
    }
    navigate(queueAddress);
  }

  return {
    queue: { to: queueAddress, name },
    /** 1-based position; null if the case was not opened from the view. */
    position: at < 0 ? null : first + at + 1,
    total,
    hasNext: at < 0 || first + at + 1 < total,
    openNext: async () => {
      const next = at < 0 ? undefined : numbers[at + 1];
      if (next) return open(next);
      const { pathname } = location;
      // The user may leave the case while the queue loads.
      const isHere = () => location.pathname === pathname;
      await openFollowing(isHere).catch(() => isHere() && navigate(queueAddress));
    },
    openPrevious: () => {
      const previous = numbers[at - 1];
      if (previous) open(previous);
      else navigate(queueAddress);
    },
  };
}

/** Moves the focus to the row of the case just left, or to the row now at its position. */
export function useReturnToRow(
  table: RefObject<HTMLTableElement | null>,
  numbers: readonly string[] | undefined,
): void {
  const [listPosition, storeListPosition] = useListPosition();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !numbers) return;
    isDone.current = true;
    if (!listPosition?.opened) return;
    storeListPosition({ ...listPosition, opened: null });
    const at = numbers.indexOf(listPosition.opened);
    const links = table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [];
    const row = links[at < 0 ? Math.max(0, listPosition.numbers.indexOf(listPosition.opened)) : at];
    (row ?? links[links.length - 1])?.focus();
  }, [table, numbers, listPosition, storeListPosition]);
}
