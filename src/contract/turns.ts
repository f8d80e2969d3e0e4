import type { ApplicationList } from '#machines/application.machine.ts';
import type { ApplicationSummary } from './application-record.ts';
import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
} from './stored-application.ts';

export const listGroups = ['needsYou', 'underWay', 'ended'] as const;
export type ListGroup = (typeof listGroups)[number];

type Grouped = Pick<ApplicationSummary, 'state' | 'reportState'>;

export function listGroupOf({ state, reportState }: Grouped): ListGroup {
  if (hasTag(state, 'requestersTurn')) return 'needsYou';
  if (!hasTag(state, 'downloadable')) return hasTag(state, 'ended') ? 'ended' : 'underWay';
  if (reportState === 'delivered') return 'needsYou';
  return isSettled(reportState) ? 'ended' : 'underWay';
}

export const settledReports = ['empty', 'failed', 'expired'] as const;
const isSettled = (state: ApplicationSummary['reportState']) =>
  settledReports.some((one) => one === state);

export function statesOfGroup(group: ListGroup): ApplicationState[] {
  return applicationStates.filter(
    (state) =>
      !hasTag(state, 'downloadable') && listGroupOf({ state, reportState: null }) === group,
  );
}

type Turn = 'holder' | 'requester' | 'nobody';

export function statesIn(list: ApplicationList): ApplicationState[] {
  return applicationStates.filter((state) => applicationStatus(snapshotIn(state)).list === list);
}

export function statesWithTurn(turn: Turn): ApplicationState[] {
  return applicationStates.filter((state) => turnOf(state) === turn);
}

/**
 * Returns the party that has to act in a state. In states of earlier releases it is the data
 * holder, which alone can resolve them. Suspended applications are decided, and wait for measures
 * outside the portal.
 */
export function turnOf(state: string): Turn {
  if (hasTag(state, 'ended') || hasTag(state, 'suspended')) return 'nobody';
  return hasTag(state, 'requestersTurn') ? 'requester' : 'holder';
}
