import { useLingui } from '@lingui/react';
import type { HistoryEntry } from '#contract/application-record.ts';
import { eventWords, roleWords } from '#forms/events.ts';

/** Words for what happened and for who did it. */
export function useEventLabel() {
  const { _ } = useLingui();
  return {
    eventLabel: (event: string) => {
      const words = eventWords(event);
      return words ? _(words) : event;
    },
    roleLabel: (role: HistoryEntry['role']) => _(roleWords[role]),
  };
}
