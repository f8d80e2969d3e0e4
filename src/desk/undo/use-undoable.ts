import { useSessionStorage } from '@mantine/hooks';
import { UNDO_MS } from '#machines/limits.ts';

export interface Undoable {
  /** Ms since the epoch, by the clock of the browser. */
  until: number;
  decided: readonly { applicationNumber: string; revision: number }[];
  /** True if an undo was sent without a response. */
  isUnknown?: boolean;
}

/**
 * Decisions that can still be undone. Kept in session storage, so that they survive navigation and
 * a reload.
 */
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
