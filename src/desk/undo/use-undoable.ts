import { useSessionStorage } from '@mantine/hooks';

export interface Undoable {
  /** Earliest first. `until`: ms since the epoch; the server counts from each decision. */
  decided: readonly { applicationNumber: string; revision: number; until: number }[];
  isOutcomeUnknown?: boolean;
}

/** Kept in session storage, so that the offer survives a reload. */
export const useUndoable = () =>
  useSessionStorage<Undoable | null>({
    key: 'desk:undo',
    defaultValue: null,
    getInitialValueInEffect: false,
  });

/** Before the server has undone the decisions. */
export const UNDO_STARTED_EVENT = 'desk:undo-started';
export const UNDONE_EVENT = 'desk:undone';
