import { useState } from 'react';
import { useStaff } from '../staff-context.ts';
import type { QueueItem } from './queue-address.ts';

/**
 * Returns the numbers of the applications that appeared or changed since the list was opened.
 * Applications that the reader has taken are left out.
 */
export function useChangedRows(items: readonly QueueItem[] | undefined, list: string): string[] {
  const { user } = useStaff();
  const [opened, setOpened] = useState<{ list: string; items: readonly QueueItem[] }>();
  if (!items) return [];
  if (opened?.list !== list) {
    setOpened({ list, items });
    return [];
  }
  return items
    .filter(({ number, revision, assignee }) => {
      const before = opened.items.find((item) => item.number === number);
      if (assignee?.id === user.id && before) return before.revision !== revision;
      return before?.revision !== revision || before.assignee?.id !== assignee?.id;
    })
    .map(({ number }) => number);
}
