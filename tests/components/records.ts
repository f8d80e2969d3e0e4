import type { ApplicationRecord, StaffRecord } from '#contract/application-record.ts';
import { type ApplicationState, codeOf, hasTag } from '#contract/stored-application.ts';
import { groupAndTasksOf, type ListGroup, statesIn } from '#contract/turns.ts';
import type { OwnApplication } from '#contract/user-info.ts';
import type { ApplicationKind, ApplicationList } from '#machines/application.machine.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { body, owner, reviewer } from './people.ts';

const at = (time: string) => Date.parse(time);

export const NUMBER = 'VD-20261120-4K7Q2M';
export const OTHER_NUMBER = 'VD-20261118-9XW3AB';

/** An application in a list. */
export function summaryOf(
  kind: ApplicationKind = 'personal',
  state: ApplicationState = 'qualification.submitted',
  others: Partial<OwnApplication> = {},
): OwnApplication {
  return {
    state,
    kind,
    isForThirdParty: false,
    requester: kind === 'personal' ? owner.id : body.id,
    revision: 3,
    answerDueAt: hasTag(state, 'requestersTurn') ? at('2026-12-04T11:00:00Z') : null,
    linkEndedAt: null,
    number: NUMBER,
    code: codeOf(state),
    // Past midnight in Warsaw, the day before in UTC.
    createdAt: at('2026-11-17T23:30:00Z'),
    updatedAt: at('2026-11-19T08:00:00Z'),
    purpose: kind === 'personal' ? 'insurance' : 'Planning of charging stations.',
    reportState: state === 'approved' ? 'delivered' : null,
    reportFetchedAt: null,
    quoteDay: null,
    isRecipientNamed: false,
    unconfirmedContact: null,
    vehicleId: kind === 'personal' ? 'car-1' : null,
    isRefused: false,
    dueDay: hasTag(state, 'ended') ? null : '2026-12-04',
    reportDay: state === 'approved' ? '2026-12-20' : null,
    regeneration: state === 'approved' ? { regenerations: 0, maxRegenerations: 3 } : null,
    ...others,
  };
}

type Report = NonNullable<ApplicationRecord['report']>;

export const reportIn = (state: string, others: Partial<Report> = {}): Report => ({
  state: state as Report['state'],
  reason: null,
  attempts: 0,
  regenerations: 0,
  maxRegenerations: 3,
  updatedAt: 0,
  keptUntil: null,
  passwordMailedAt: null,
  rows: null,
  size: null,
  packageSize: null,
  ...others,
});

/** A list of an account that has no other applications. */
export function listOf(...items: OwnApplication[]): CallData<'history'> {
  const inList = (name: ApplicationList) =>
    items.filter(({ state }) => statesIn(name).some((one) => one === state)).length;
  const inGroup = (name: ListGroup) =>
    items.filter((item) => groupAndTasksOf(item).group === name).length;
  return {
    total: items.length,
    items,
    counts: {
      all: items.length,
      qualificationReview: inList('qualificationReview'),
      dataApplication: inList('dataApplication'),
      approved: inList('approved'),
      termination: inList('termination'),
    },
    groups: {
      needsYou: inGroup('needsYou'),
      underWay: inGroup('underWay'),
      ended: inGroup('ended'),
    },
  };
}

type Filed = ApplicationRecord['files'][number];

const file = (digit: string, name: string, usage: Filed['usage']): Filed => ({
  fileId: digit.repeat(32),
  name,
  size: 2048,
  usage,
  marks: [],
});

export const files = {
  proof: file('a', 'registration.pdf', 'vehicleProof'),
  material: file('b', 'company.pdf', 'thirdPartyMaterial'),
  agreement: file('c', 'agreement.docx', 'agreement'),
  answer: file('d', 'lease.png', 'supplement'),
  request: file('e', 'signed-request.pdf', 'publicMaterial'),
};

export const personal: ApplicationRecord['personal'] = {
  user: {
    title: 'ms',
    firstName: 'Anna',
    middleName: 'Maria',
    lastName: 'Nowak',
    dateOfBirth: '1985-04-12',
    phone: '+48 600 100 200',
    address: 'ul. Długa 7',
    postCode: '31-147',
    city: 'Kraków',
    country: 'PL',
  },
  vehicle: { vehicleId: 'car-1', proof: [files.proof.fileId] },
  purpose: 'insurance',
  purposeDetails: 'A claim after an accident.',
  userAgreementAccepted: true,
};

const publicRequest: ApplicationRecord['public'] = {
  departmentName: 'Road Safety Authority',
  telephone: '+32 2 123 45 67',
  contactEmail: 'authority@example.eu',
  type: 'publicInterestTask',
  dataRequest: 'Counts of emergency braking.',
  dataTypes: ['battery'],
  from: '2026-01-01T00:00:00Z',
  to: '2026-07-01T00:00:00Z',
  scope: 'Vehicles of the region.',
  granularity: 'Monthly counts.',
  exceptionalNeed: 'No other source holds them.',
  purpose: 'Planning of charging stations.',
  useAndDuration: 'Analysis over six months.',
  erasure: 'On 31 December 2027.',
  holderReason: 'The holder makes the vehicles.',
  onwardRecipients: 'The regional institute.',
  safeguards: 'Stored encrypted.',
  legalProvision: 'Regional Mobility Act, section 4.',
  penalties: 'Fines.',
  dataCoordinator: 'The national one.',
  publication: 'In its register.',
  deadline: '2027-02-01',
  receptionMethod: 'portalDownload',
  reportLanguage: 'en',
  materials: [files.request.fileId],
  userAgreementAccepted: true,
};

export const dataRequest: ApplicationRecord['dataRequest'] = {
  from: '2026-09-30T22:00:00Z',
  to: '2026-10-31T23:00:00Z',
  dataTypes: ['battery', 'trips'],
  masking: true,
  contactEmail: 'owner@example.eu',
  reportLanguage: 'pl',
  scope: 'Driving days only.',
  agreement: [],
};

const running: ApplicationRecord['clock'] = {
  basis: 'serviceGoal',
  limit: 30,
  used: 3,
  dueAt: at('2026-12-17T23:00:00Z'),
  dueDay: '2026-12-17',
  timeZone: 'Europe/Brussels',
  isOverdue: false,
  state: 'running',
  filedOn: '2026-11-17',
  goalDay: '2026-12-17',
  holidays: 0,
  periods: [{ party: 'holder', from: '2026-11-17', to: '2026-11-20', days: 3 }],
  days: [],
};

/** The working days of a public-sector body's request. */
export const workingDays: ApplicationRecord['clock'] = {
  basis: 'workingDays',
  limit: 5,
  used: 2,
  dueAt: at('2026-11-26T23:00:00Z'),
  dueDay: '2026-11-26',
  timeZone: 'Europe/Brussels',
  isOverdue: false,
  state: 'running',
  filedOn: '2026-11-13',
  goalDay: '2026-11-20',
  holidays: 1,
  periods: [
    { party: 'holder', from: '2026-11-13', to: '2026-11-17', days: 1 },
    { party: 'requester', from: '2026-11-17', to: '2026-11-19', days: 1 },
    { party: 'holder', from: '2026-11-19', to: '2026-11-20', days: 1 },
  ],
  days: [
    { day: '2026-11-13', kind: 'receipt', name: null, count: null },
    { day: '2026-11-14', kind: 'weekend', name: null, count: null },
    { day: '2026-11-16', kind: 'counted', name: null, count: 1 },
    { day: '2026-11-17', kind: 'holiday', name: 'Feast', count: null },
    { day: '2026-11-18', kind: 'paused', name: null, count: null },
    { day: '2026-11-19', kind: 'counted', name: null, count: 2 },
  ],
};

/** Application as its requester gets it. */
export function recordOf(
  kind: ApplicationKind = 'personal',
  state: ApplicationState = 'qualification.submitted',
  others: Partial<ApplicationRecord> = {},
): ApplicationRecord {
  const filed = summaryOf(kind, state);
  const isAsked = hasTag(state, 'supplementable');
  return {
    ...filed,
    personal: kind === 'personal' ? personal : null,
    public: kind === 'public' ? publicRequest : null,
    dataRequest: null,
    recipient: null,
    vehicle:
      kind === 'personal' ? { vehicleId: 'car-1', vin: 'VF1AAAAA000000001', name: 'Twizy' } : null,
    files: kind === 'personal' ? [files.proof] : [files.request],
    informationRequest: isAsked
      ? {
          text: 'Please add the lease.',
          items: [{ code: 'vehicleProof', label: 'Vehicle proof' }],
          dueAt: at('2026-12-04T11:00:00Z'),
        }
      : null,
    supplements: [],
    decision: [],
    disputes: [],
    quotes: [],
    passedOn: [],
    acknowledgement: null,
    erasedOn: null,
    history: [
      {
        revision: 0,
        at: filed.createdAt,
        event: 'application.file',
        role: 'requester',
        from: null,
        to: 'qualification.submitted',
        text: null,
      },
    ],
    clock: {
      ...(kind === 'public' ? workingDays : running),
      ...(hasTag(state, 'ended') && { state: 'ended', dueAt: null, dueDay: null }),
      ...((hasTag(state, 'requestersTurn') || hasTag(state, 'withheld')) && {
        state: 'paused',
        dueAt: null,
        dueDay: null,
      }),
    },
    report: null,
    ...others,
  };
}

/** Application after another step of its requester. */
export function afterSending(
  record: ApplicationRecord,
  event: 'data.request' | 'information.supply',
  to: ApplicationState,
): ApplicationRecord {
  const revision = record.revision + 1;
  const entry = {
    revision,
    at: at('2026-11-20T09:05:00Z'),
    event,
    role: 'requester' as const,
    from: record.state,
    to,
    text: null,
  };
  const history = [...record.history, entry];
  return { ...recordOf(record.kind, to), revision, history };
}

type Case = CallData<'deskApplication'>;

/** The staff's record of an application on which only the requester has acted. */
export const staffRecordOf = (record: ApplicationRecord): StaffRecord => ({
  ...record,
  history: record.history.map((entry) => ({ ...entry, actor: null })),
  disputes: record.disputes.map((dispute) => ({ ...dispute, recorder: null, endedBy: null })),
  quotes: record.quotes.map((quote) => ({ ...quote, sentBy: null, settledBy: null })),
  acknowledgement: record.acknowledgement && { ...record.acknowledgement, askedBy: null },
});

/** Application as the desk gets it. */
export function caseOf(
  kind: ApplicationKind = 'personal',
  state: ApplicationState = 'qualification.submitted',
  others: Partial<Case> = {},
): Case {
  return {
    ...staffRecordOf(recordOf(kind, state)),
    requesterEmail: kind === 'personal' ? owner.email : body.email,
    requesterName: kind === 'personal' ? 'Anna Nowak' : 'Statistical Office',
    userName: null,
    linkedSince: kind === 'personal' ? at('2025-01-14T10:00:00Z') : null,
    assignee: null,
    previousAssignee: null,
    isWatched: false,
    recorded: 0,
    fourEyes: null,
    notes: [],
    resubmission: null,
    others: [],
    othersTotal: 0,
    alreadyGiven: { total: 0, items: [] },
    erasure: null,
    corrections: [],
    authorityNotice: null,
    ...others,
  };
}

/** Application in the queue. */
export function queued(
  kind: ApplicationKind = 'personal',
  state: ApplicationState = 'qualification.underReview',
  others: Partial<CallData<'deskQueue'>['items'][number]> = {},
): CallData<'deskQueue'>['items'][number] {
  return {
    ...summaryOf(kind, state),
    requesterEmail: kind === 'personal' ? owner.email : body.email,
    requesterName: kind === 'personal' ? 'Anna Nowak' : 'Road Safety Authority',
    userName: null,
    purpose: kind === 'personal' ? 'Insurance' : 'Planning of charging stations.',
    clock:
      kind === 'personal'
        ? { basis: 'serviceGoal', limit: 20, used: 9 }
        : { basis: 'workingDays', limit: 30, used: 29 },
    isAnswered: false,
    previousAssignee: null,
    dueAt: at('2026-11-27T23:00:00Z'),
    dueDay: '2026-11-27',
    isOverdue: false,
    assignee: null,
    outcome: null,
    ground: null,
    ...others,
  };
}

/** The queue without applications. */
export const emptyQueue: CallData<'deskQueue'> = {
  total: 0,
  hasMore: false,
  items: [],
  counts: [],
  authorityNotices: { count: 0, overdue: 0 },
};

/** A view of the queue that the reviewer saved. */
export const savedView = (
  name: string,
  filter: CallData<'deskViews'>[number]['filter'],
  { owner: author = reviewer, isShared = false } = {},
): CallData<'deskViews'>[number] => ({
  owner: author.id,
  ownerEmail: author.email,
  name,
  isShared,
  filter,
});

/** Letter of a decision. */
export const letter: CallData<'deskPreview'> = {
  recipient: owner.email,
  language: 'pl',
  subject: 'Decyzja',
  body: 'Szanowna Pani',
  notifiesAuthority: false,
};
