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

export const states: readonly State[] = [
  {
    state: 'qualification.submitted',
    code: 0,
    label: 'Submitted',
    list: 'qualification-review',
    kinds: both,
  },
  {
    state: 'qualification.underReview',
    code: 1,
    label: 'Qualification under review',
    list: 'qualification-review',
    kinds: personal,
  },
  {
    state: 'qualification.informationRequired',
    code: 9,
    label: 'Information to be added',
    list: 'qualification-review',
    kinds: personal,
  },
  {
    state: 'dataRequest.awaited',
    code: 2,
    label: 'Data application pending',
    list: 'data-application',
    kinds: personal,
  },
  {
    state: 'dataRequest.underReview',
    code: 3,
    label: 'Data under review',
    publicLabel: 'Waiting for data verification',
    list: 'data-application',
    kinds: both,
  },
  {
    state: 'dataRequest.informationRequired',
    code: 8,
    label: 'Information to be added',
    list: 'data-application',
    kinds: both,
  },
  {
    // Art. 4(7) and 5(10): listed as under review; no data until resumed.
    state: 'dataRequest.withheld',
    code: 3,
    place: 'withheld',
    label: 'Data withheld',
    list: 'data-application',
    kinds: personal,
  },
  { state: 'approved', code: 4, label: 'Review passed', list: 'approved', kinds: both },
  {
    // Art. 4(7) and 5(10): not in the specification; listed with the approved ones.
    state: 'suspended',
    code: 5,
    label: 'Data suspended',
    list: 'approved',
    kinds: personal,
  },
  {
    state: 'terminated.byRequester',
    code: 10,
    label: 'Terminated',
    list: 'termination',
    kinds: both,
  },
  { state: 'terminated.byHolder', code: 11, label: 'Terminated', list: 'termination', kinds: both },
];

export const placeOf = ({ code, place = code }: State): Place => place;

/** First place of every application, and places where its life is over. */
export const firstCode = 0;
export const endCodes: readonly Place[] = [4, 10, 11];

/** Recipients of mail. «authority»: only if its ground requires a notification. */
export type Party = 'requester' | 'desk' | 'authority';

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

export const rules: readonly Rule[] = [
  { event: 'review.start', who: 'reviewer', kinds: personal, moves: { 0: 1 }, mails: toRequester },
  {
    event: 'review.start',
    who: 'reviewer',
    kinds: ['public'],
    moves: { 0: 3 },
    mails: toRequester,
  },
  {
    event: 'qualification.pass',
    who: 'reviewer',
    kinds: personal,
    moves: { 1: 2 },
    setsDeadline: true,
    mails: toRequester,
  },
  {
    event: 'information.request',
    who: 'reviewer',
    kinds: both,
    moves: { 1: 9, 3: 8 },
    setsDeadline: true,
    mails: toRequester,
  },
  {
    event: 'information.supply',
    who: 'requester',
    kinds: both,
    moves: { 9: 1, 8: 3 },
    time: 'in time',
    mails: toDesk,
  },
  {
    event: 'data.request',
    who: 'requester',
    kinds: personal,
    moves: { 2: 3 },
    needsLink: true,
    time: 'in time',
    mails: toDesk,
  },
  {
    event: 'data.approve',
    who: 'reviewer',
    kinds: both,
    moves: { 3: 4 },
    needsLink: true,
    takesSecond: true,
    mails: toRequester,
  },
  {
    event: 'application.terminate',
    who: 'requester',
    kinds: both,
    moves: { 0: 10, 1: 10, 2: 10, 3: 10, 8: 10, 9: 10, withheld: 10 },
    mails: toBoth,
  },
  {
    event: 'application.refuse',
    who: 'reviewer',
    kinds: both,
    moves: { 0: 11, 1: 11, 3: 11, withheld: 11 },
    needsGround: true,
    mails: toAuthority,
  },
  {
    event: 'sharing.withhold',
    who: 'reviewer',
    kinds: personal,
    moves: { 3: 'withheld' },
    mails: toAuthority,
  },
  {
    event: 'sharing.resume',
    who: 'reviewer',
    kinds: personal,
    moves: { withheld: 3 },
    mails: toRequester,
  },
  {
    event: 'sharing.suspend',
    who: 'reviewer',
    kinds: personal,
    moves: { 4: 5 },
    byAnyReviewer: true,
    mails: toAuthority,
  },
  {
    event: 'sharing.resume',
    who: 'reviewer',
    kinds: personal,
    moves: { 5: 4 },
    byAnyReviewer: true,
    mails: toRequester,
  },
  {
    event: 'deadline.passed',
    who: 'clock',
    kinds: both,
    moves: { 2: 11, 8: 11, 9: 11 },
    time: 'overdue',
    mails: toRequester,
  },
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
  /** Decided by the data holder: approved, suspended, refused, or deadline passed. */
  decided: [4, 5, 11],
  endedByHolder: [11],
} as const;

/** Label, list and code of a place. */
export function shownBy(place: Place, kind: Kind): { label: string; list: List; code: number } {
  const state = states.find((one) => placeOf(one) === place);
  if (!state) throw new Error(`The table has no place ${place}`);
  const { label, publicLabel = label, list, code } = state;
  return { label: kind === 'public' ? publicLabel : label, list, code };
}
