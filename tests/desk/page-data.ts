import { NUMBER, OTHER_NUMBER } from '#tests/components/records.ts';
import type { Answers } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

// Past midnight in Warsaw.
export const AT = Date.parse('2026-11-18T23:30:00Z');
export const MAIL = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c11';
export const SCAN = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c12';
const failing = { failingSince: AT, attempts: 4 };
export const operation: Answers = {
  operationState: {
    mailHeldSince: AT,
    kinds: [
      { kind: 'mail', due: 2, working: 1, later: 3, dead: 1, dueSince: AT },
      { kind: 'scan', due: 0, working: 0, later: 1200, dead: 0, dueSince: null },
    ],
    failed: [
      {
        ...failing,
        id: MAIL,
        kind: 'mail',
        applicationNumber: NUMBER,
        mail: { subject: 'Wniosek zatwierdzony', language: 'pl' },
        nextAt: null,
        error: 'connect ECONNREFUSED',
      },
      {
        ...failing,
        id: SCAN,
        kind: 'scan',
        applicationNumber: null,
        mail: null,
        nextAt: AT,
        error: 'gone',
      },
    ],
  },
  operationRetry: { count: 1 },
  operationGiveUp: null,
};

export const figures: CallData<'officeFigures'> = {
  open: 1203,
  overdue: 4,
  // Two states with the same label.
  states: [
    { state: 'qualification.informationRequired', now: 1200, overdue: 4 },
    { state: 'dataRequest.informationRequired', now: 3, overdue: 0 },
  ],
  ages: [
    { fromDays: 0, belowDays: 7, count: 1200, overdue: 1 },
    { fromDays: 7, belowDays: null, count: 3, overdue: 3 },
  ],
  reviewers: [
    { email: null, open: 1203, overdue: 4, ended: 0 },
    { email: 'rita@example.eu', open: 0, overdue: 0, ended: 7 },
  ],
  grounds: [{ ground: 'tradeSecrets', count: 2 }],
  grants: [
    { state: 'active', now: 5 },
    { state: 'suspended', now: 1 },
  ],
  weeks: [
    { from: '2026-11-09', filed: 9, ended: 2 },
    { from: '2026-11-16', filed: 4, ended: 0 },
  ],
};

export const settings: CallData<'deskSettingsRead'> = {
  values: {
    serviceGoalDays: 30,
    answerDays: 14,
    reportDays: 30,
    remindDays: 3,
    holidays: 'PL',
    fourEyes: ['owner'],
    startAssigns: true,
    deskMailbox: 'desk@example.eu',
    authorityMailbox: null,
  },
  places: [
    { code: 'BE', label: 'Belgium' },
    { code: 'PL', label: 'Poland' },
  ],
};

/** The second factor of a user who has set up an app. */
export const setUpState: CallData<'secondFactorState'> = {
  isSetUp: true,
  recoveryCodesLeft: 8,
  offersPasskeys: true,
  passkeys: [],
};

/** Data that a public sector body was given and whose erasure it has not reported. */
export const given: CallData<'deskErasureLedger'>['items'][number] = {
  applicationNumber: OTHER_NUMBER,
  departmentName: 'Statistical Office',
  purpose: 'Census of charging points.',
  dataTypes: ['battery', 'trips'],
  from: null,
  to: null,
  approvedAt: Date.parse('2026-11-01T10:00:00Z'),
  notice: null,
};

export const note = (id: string, text: string, mentions: string[] = []) => ({
  ...{ id, text, mentions, author: 'rolf@example.eu' },
  ...{ at: Date.parse('2026-11-19T15:00:00Z'), opinion: null, changedAt: null, earlier: [] },
});
