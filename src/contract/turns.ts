import type { ApplicationList } from '#machines/application.status.ts';
import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
} from './stored-application.ts';

type Turn = 'holder' | 'requester' | 'nobody';

/** The states that stand in a list. */
export function statesIn(list: ApplicationList): ApplicationState[] {
  return applicationStates.filter((state) => applicationStatus(snapshotIn(state)).list === list);
}

/** The states in which it is somebody's turn. */
export function statesWithTurn(turn: Turn): ApplicationState[] {
  return applicationStates.filter((state) => turnOf(state) === turn);
}

/**
 * Party whose turn it is in a state; the holder's in one of an earlier release, which nobody else can
 * mend. What is suspended was decided, and waits for measures outside the portal.
 */
export function turnOf(state: string): Turn {
  if (hasTag(state, 'ended') || hasTag(state, 'suspended')) return 'nobody';
  return hasTag(state, 'requestersTurn') ? 'requester' : 'holder';
}
