import type { ApplicationList } from '#machines/application.machine.ts';
import type { ApplicationSummary } from './application-record.ts';
import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
} from './stored-application.ts';

/** Groups of a requester's list, in its order. */
export const listGroups = ['needsYou', 'underWay', 'ended'] as const;
export type ListGroup = (typeof listGroups)[number];

type Grouped = Pick<ApplicationSummary, 'state' | 'reportState'>;

/** Group of an application: who has to do something next, its requester, the data holder or nobody. */
export function listGroupOf({ state, reportState }: Grouped): ListGroup {
  if (hasTag(state, 'requestersTurn')) return 'needsYou';
  if (!hasTag(state, 'downloadable')) return hasTag(state, 'ended') ? 'ended' : 'underWay';
  if (reportState === 'delivered') return 'needsYou';
  return isSettled(reportState) ? 'ended' : 'underWay';
}

/** Ends of a report that leave nothing to fetch. */
export const settledReports = ['empty', 'failed', 'expired'] as const;
const isSettled = (state: ApplicationSummary['reportState']) =>
  settledReports.some((one) => one === state);

/** The states whose group does not depend on the report. */
export function statesOfGroup(group: ListGroup): ApplicationState[] {
  return applicationStates.filter(
    (state) =>
      !hasTag(state, 'downloadable') && listGroupOf({ state, reportState: null }) === group,
  );
}

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
