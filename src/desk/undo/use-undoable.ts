import { useSessionStorage } from '@mantine/hooks';
import { UNDO_MS } from '#machines/limits.ts';

/** Decisions made together in this tab. */
export interface Undoable {
  /** Ms since the epoch, by the clock of the browser. */
  until: number;
  decided: readonly { applicationNumber: string; revision: number }[];
}

/** Decisions that can still be undone. They outlast changes of the page and its reload. */
export const useUndoable = () =>
  useSessionStorage<Undoable | null>({
    key: 'desk:undo',
    defaultValue: null,
    getInitialValueInEffect: false,
  });

export const undoableFrom = (at: number, decided: Undoable['decided']): Undoable => ({
  until: at + UNDO_MS,
  decided,
});
