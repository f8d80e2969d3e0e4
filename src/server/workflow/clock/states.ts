import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
} from '#contract/stored-application.ts';
import type { ApplicationList } from '#machines/application.machine.ts';

/** The states that stand in a list. */
export function statesIn(list: ApplicationList): ApplicationState[] {
  return applicationStates.filter((state) => applicationStatus(snapshotIn(state)).list === list);
}

/** The states in which it is somebody's turn. */
export function statesWithTurn(turn: 'holder' | 'requester' | 'nobody'): ApplicationState[] {
  return applicationStates.filter((state) => turnOf(state) === turn);
}

/** Party whose turn it is in a state. */
export function turnOf(state: ApplicationState): 'holder' | 'requester' | 'nobody' {
  if (hasTag(state, 'holdersTurn')) return 'holder';
  return hasTag(state, 'requestersTurn') ? 'requester' : 'nobody';
}
