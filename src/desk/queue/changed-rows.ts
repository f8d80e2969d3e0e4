import { useState } from 'react';
import type { CallData } from '#ui/calls/call-types.ts';
import { useStaff } from '../staff-context.ts';

type Item = CallData<'deskQueue'>['items'][number];

/**
 * Returns the numbers of the applications that appeared or changed since the list was opened.
 * Applications that the reader has taken are left out.
 */
export function useChangedRows(items: readonly Item[] | undefined, list: string): string[] {
  const { user } = useStaff();
  const [opened, setOpened] = useState<{ list: string; items: readonly Item[] }>();
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
