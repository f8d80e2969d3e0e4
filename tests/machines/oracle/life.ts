/**
 * Life of an application, written by hand from the specification (sections 4, 5, 7, 9) and from the
 * design's chapter «The life of an application». It imports nothing of the product and is never
 * generated. If it disagrees with a chart, one of them is wrong.
 */
export type Kind = 'personal' | 'public';
export type Side = 'requester' | 'reviewer' | 'clock';
/** Last part of a list's address (section 2). */
export type List = 'qualification-review' | 'data-application' | 'approved' | 'termination';

/** Identifies a state: its code, or a name if another state has the same code. */
export type Place = number | 'withheld';

interface State {
  state: string;
  code: number;
  /** If it is not the code. */
  place?: Place;
  label: string;
  /** Label for a public-sector body, if different. */
  publicLabel?: string;
  list: List;
  kinds: readonly Kind[];
}

const both = ['personal', 'public'] as const;
const personal = ['personal'] as const;
const qualification = 'qualification-review';
const data = 'data-application';

const row = (
  state: string,
  code: number,
  label: string,
  list: List,
  kinds: readonly Kind[],
  more: Pick<State, 'place' | 'publicLabel'> = {},
): State => ({ state, code, label, list, kinds, ...more });

export const states: readonly State[] = [
  row('qualification.submitted', 0, 'Submitted', qualification, both),
  row('qualification.underReview', 1, 'Qualification under review', qualification, personal),
  row('qualification.informationRequired', 9, 'Information to be added', qualification, personal),
  row('dataRequest.awaited', 2, 'Data application pending', data, personal),
  row('dataRequest.underReview', 3, 'Data under review', data, both, {
    publicLabel: 'Waiting for data verification',
  }),
  row('dataRequest.informationRequired', 8, 'Information to be added', data, both),
  // Art. 4(7) and 5(10): listed as under review; no data until resumed.
  row('dataRequest.withheld', 3, 'Data withheld', data, personal, { place: 'withheld' }),
  row('approved', 4, 'Review passed', 'approved', both),
  // Art. 4(7) and 5(10): not in the specification; listed with the approved ones.
  row('suspended', 5, 'Data suspended', 'approved', both),
  row('terminated.byRequester', 10, 'Terminated', 'termination', both),
  row('terminated.byHolder', 11, 'Terminated', 'termination', both),
];

export const placeOf = ({ code, place = code }: State): Place => place;

/** First place of every application, and places where its life is over. */
export const firstCode = 0;
export const endCodes: readonly Place[] = [4, 10, 11];

/**
 * Recipients of mail. «authority»: only if its ground requires a notification. «recipient»: only
 * if a third party receives the data.
 */
export type Party = 'requester' | 'desk' | 'authority' | 'recipient';

export interface Rule {
  event: string;
  who: Side;
  kinds: readonly Kind[];
  /** Place before → place after. */
  moves: Readonly<Partial<Record<Place, Place>>>;
  /** Requires a link between requester and vehicle. */
  needsLink?: true;
  /** Requires a ground that the law permits for the kind. */
  needsGround?: true;
  /** Any reviewer can do it, regardless of the assignee. */
  byAnyReviewer?: true;
  /** If the desk requires a second opinion, another reviewer agrees. */
  takesSecond?: true;
  time?: 'in time' | 'overdue';
  /** Sets a deadline for an answer. */
  setsDeadline?: true;
  /** Requires a deadline later than the present one. */
  needsLater?: true;
  /** Only leads can do it, regardless of the assignee. */
  byLead?: true;
  /** The report has not been downloaded. */
  needsUnfetched?: true;
  /** Leads to the place before the end, whatever `moves` says. */
  returns?: true;
  /** Undoes the sender's own decision, the last event, within 10 seconds. */
  undoes?: true;
  mails: readonly Party[];
}

/*
 * The documents do not define mails for each step. The rule here: the other side is notified, and
 * requesters get a confirmation of submission and termination.
 */
export const filingMails: readonly Party[] = ['requester', 'desk'];
const toRequester = ['requester'] as const;
const toDesk = ['desk'] as const;
const toBoth = ['requester', 'desk'] as const;
const toAuthority = ['requester', 'authority'] as const;

const rule = (
  event: string,
  who: Side,
  kinds: readonly Kind[],
  moves: Rule['moves'],
  mails: readonly Party[],
  more: Partial<Rule> = {},
): Rule => ({ event, who, kinds, moves, mails, ...more });

const terminated = { 0: 10, 1: 10, 2: 10, 3: 10, 8: 10, 9: 10, withheld: 10 };
const refused = { 0: 11, 1: 11, 2: 11, 3: 11, 8: 11, 9: 11, withheld: 11 };
const anywhere = { ...refused, 4: 3, 5: 4, 11: 0 };
const inTime = { time: 'in time' } as const;
const setsDeadline = { setsDeadline: true } as const;
const byAnyReviewer = { byAnyReviewer: true } as const;

export const rules: readonly Rule[] = [
  rule('review.start', 'reviewer', personal, { 0: 1 }, []),
  rule('review.start', 'reviewer', ['public'], { 0: 3 }, []),
  rule('qualification.pass', 'reviewer', personal, { 1: 2 }, toRequester, setsDeadline),
  rule('information.request', 'reviewer', both, { 1: 9, 3: 8 }, toRequester, setsDeadline),
  rule('information.supply', 'requester', both, { 9: 1, 8: 3 }, toDesk, inTime),
  rule('data.request', 'requester', personal, { 2: 3 }, toDesk, { needsLink: true, ...inTime }),
  rule('data.approve', 'reviewer', both, { 3: 4 }, ['requester', 'recipient'], {
    needsLink: true,
    takesSecond: true,
  }),
  rule('application.terminate', 'requester', both, terminated, toBoth),
  rule('application.refuse', 'reviewer', both, refused, toAuthority, { needsGround: true }),
  rule('sharing.withhold', 'reviewer', personal, { 3: 'withheld' }, toAuthority),
  rule('sharing.resume', 'reviewer', personal, { withheld: 3 }, toRequester),
  rule('sharing.suspend', 'reviewer', personal, { 4: 5 }, toAuthority, byAnyReviewer),
  rule('sharing.suspend', 'reviewer', ['public'], { 4: 5 }, toRequester, byAnyReviewer),
  rule('sharing.resume', 'reviewer', both, { 5: 4 }, toRequester, byAnyReviewer),
  rule('deadline.passed', 'clock', both, { 2: 11, 8: 11, 9: 11 }, toRequester, { time: 'overdue' }),
  // Corrections.
  rule('deadline.extend', 'reviewer', both, { 2: 2, 8: 8, 9: 9 }, toRequester, {
    setsDeadline: true,
    needsLater: true,
  }),
  rule('information.withdraw', 'reviewer', both, { 9: 1, 8: 3 }, toRequester),
  rule('approval.withdraw', 'reviewer', both, { 4: 3 }, toRequester, {
    byLead: true,
    needsUnfetched: true,
  }),
  rule('sharing.end', 'reviewer', both, { 5: 11 }, toRequester, { byLead: true }),
  rule('application.reopen', 'reviewer', both, { 11: 0 }, toRequester, {
    byLead: true,
    returns: true,
  }),
  rule('decision.undo', 'reviewer', both, anywhere, [], { undoes: true, byAnyReviewer: true }),
];

/** Events that can be undone. */
export const undoable = [
  'review.start',
  'qualification.pass',
  'information.request',
  'data.approve',
  'sharing.withhold',
  'sharing.suspend',
  'sharing.resume',
  'sharing.end',
  'approval.withdraw',
  'application.refuse',
  'application.reopen',
  'deadline.extend',
  'information.withdraw',
];

/**
 * Events that do not change the code. Assignments concern only the desk; changes of the vehicle's
 * link concern both sides.
 */
export const sideEvents: Readonly<Record<string, { who: Side; mails: readonly Party[] }>> = {
  'application.take': { who: 'reviewer', mails: [] },
  'application.handOver': { who: 'reviewer', mails: [] },
  'application.release': { who: 'reviewer', mails: [] },
  'link.ended': { who: 'clock', mails: toBoth },
  'link.renewed': { who: 'clock', mails: toBoth },
};

/** The only step that queues a report. */
export const reportAfter = 'data.approve';

/** Row actions for requesters, by code. */
export const rowActions = {
  supplementaryInformation: [8, 9],
  dataRequest: [2],
  terminate: [0, 1, 2, 3, 8, 9, 'withheld'],
  downloadData: [4],
} as const;

/** Tags of views, by code. */
export const views = {
  requestersTurn: [2, 8, 9],
  holdersTurn: [0, 1, 3],
  withheld: ['withheld', 5],
  suspended: [5],
  supplementable: rowActions.supplementaryInformation,
  downloadable: rowActions.downloadData,
  ended: endCodes,
  /** Decided by the data holder: withheld, approved, suspended, refused, or deadline passed. */
  decided: ['withheld', 4, 5, 11],
  endedByHolder: [11],
} as const;

/** Label, list and code of a place. */
export function shownBy(place: Place, kind: Kind): { label: string; list: List; code: number } {
  const state = states.find((one) => placeOf(one) === place);
  if (!state) throw new Error(`The table has no place ${place}`);
  const { label, publicLabel = label, list, code } = state;
  return { label: kind === 'public' ? publicLabel : label, list, code };
}
