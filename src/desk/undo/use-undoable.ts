import { useSessionStorage } from '@mantine/hooks';
import { UNDO_MS } from '#machines/limits.ts';

export interface Undoable {
  /** Ms since the epoch. */
  until: number;
  decided: readonly { applicationNumber: string; revision: number }[];
  isOutcomeUnknown?: boolean;
}

/** Kept in session storage, so that the offer survives a reload. */
export const useUndoable = () =>
  useSessionStorage<Undoable | null>({
    key: 'desk:undo',
    defaultValue: null,
    getInitialValueInEffect: false,
  });

/** Event of the window after decisions were undone. */
export const UNDONE = 'desk:undone';

export function useOfferUndo(): (sentAt: number, decided: Undoable['decided']) => void {
  const [, setUndoable] = useUndoable();
  return (sentAt, decided) => setUndoable({ until: sentAt + UNDO_MS, decided });
}
