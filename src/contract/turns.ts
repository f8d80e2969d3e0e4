import type { ApplicationList } from '#machines/application.machine.ts';
import type { ApplicationSummary, TurnFacts } from './application-record.ts';
import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
} from './stored-application.ts';

export const lists = [
  'qualificationReview',
  'dataApplication',
  'approved',
  'termination',
] as const satisfies readonly ApplicationList[];

export const listGroups = ['needsYou', 'underWay', 'ended'] as const;
export type ListGroup = (typeof listGroups)[number];

/** Tasks of a requester, most urgent first. */
export const tasks = [
  'supply',
  'requestData',
  'renewLink',
  'answerQuote',
  'nameRecipient',
  'confirmContact',
  'download',
] as const;
export type Task = (typeof tasks)[number];

type Facts = TurnFacts &
  Pick<ApplicationSummary, 'state' | 'reportState' | 'isForThirdParty' | 'linkEndedAt'>;

export function groupAndTasksOf(application: Facts): { group: ListGroup; tasks: Task[] } {
  const { state, reportState, isForThirdParty, linkEndedAt } = application;
  const { reportFetchedAt, quoteDay, isRecipientNamed, unconfirmedContact } = application;
  const isDownloadable = hasTag(state, 'downloadable');
  const isDelivered = isDownloadable && reportState === 'delivered';
  const isWaiting = isGenerating(application);
  const isPending = isWaiting || turnOf(state) !== 'nobody';
  const isLinked = linkEndedAt === null;
  const isDue: Record<Task, boolean> = {
    supply: hasTag(state, 'supplementable'),
    requestData: isLinked && hasTag(state, 'requestersTurn') && !hasTag(state, 'supplementable'),
    renewLink: isPending && !isLinked,
    answerQuote: quoteDay !== null && !isOver(state),
    nameRecipient: (isPending || isDelivered) && isForThirdParty && !isRecipientNamed,
    confirmContact: isPending && unconfirmedContact !== null,
    download: isDelivered && reportFetchedAt === null,
  };
  const due = tasks.filter((task) => isDue[task]);
  const isDone = hasTag(state, 'ended') && !isWaiting;
  return { group: due.length > 0 ? 'needsYou' : isDone ? 'ended' : 'underWay', tasks: due };
}

export function isGenerating({
  state,
  reportState,
}: Pick<ApplicationSummary, 'state' | 'reportState'>): boolean {
  const isSettled = settledReports.some((each) => each === reportState);
  return hasTag(state, 'downloadable') && reportState !== 'delivered' && !isSettled;
}

export const settledReports = ['empty', 'failed', 'expired'] as const;

export function isOver(state: string): boolean {
  return hasTag(state, 'ended') && !hasTag(state, 'downloadable');
}

type Turn = 'holder' | 'requester' | 'nobody';

export function statesIn(list: ApplicationList): ApplicationState[] {
  return applicationStates.filter((state) => applicationStatus(snapshotIn(state)).list === list);
}

export function statesWithTurn(turn: Turn): ApplicationState[] {
  return applicationStates.filter((state) => turnOf(state) === turn);
}

/**
 * Returns the party that must act in a state: for states of earlier releases the data holder, who
 * alone can resolve them. Suspended applications are decided and wait for measures outside the
 * portal.
 */
export function turnOf(state: string): Turn {
  if (hasTag(state, 'ended') || hasTag(state, 'suspended')) return 'nobody';
  return hasTag(state, 'requestersTurn') ? 'requester' : 'holder';
}
