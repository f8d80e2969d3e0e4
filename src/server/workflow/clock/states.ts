import type { ApplicationList } from '#machines/application.machine.ts';
import {
  type ApplicationState,
  applicationSnapshot,
  applicationStates,
  applicationStatus,
} from '#machines/stored-application.ts';

const blank = { kind: 'personal', requester: '', revision: 0, answerDueAt: null } as const;

/** The states that stand in a list, read off the machine. */
export function statesIn(list: ApplicationList): ApplicationState[] {
  return applicationStates.filter(
    (state) => applicationStatus(applicationSnapshot({ ...blank, state })).list === list,
  );
}

/** The states in which it is somebody's turn, read off the machine's tags. */
export function statesWithTurn(turn: 'holder' | 'requester' | 'nobody'): ApplicationState[] {
  return applicationStates.filter((state) => turnOf(state) === turn);
}

/** The status code of a state, read off the machine. */
export function codeOfState(state: ApplicationState): number {
  return applicationStatus(applicationSnapshot({ ...blank, state })).code;
}

/** Whose turn it is in a state, read off the machine's tags. */
export function turnOf(state: ApplicationState): 'holder' | 'requester' | 'nobody' {
  const snapshot = applicationSnapshot({ ...blank, state });
  if (snapshot.hasTag('holdersTurn')) return 'holder';
  return snapshot.hasTag('requestersTurn') ? 'requester' : 'nobody';
}
