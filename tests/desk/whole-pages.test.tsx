import { expect, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import type { User } from '#contract/user-info.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { expectWholePage } from '#tests/components/page-text.ts';
import { analyst, auditor, lead, memberOf, reviewer } from '#tests/components/people.ts';
import { emptyQueue, NUMBER, OTHER_NUMBER, queued, savedView } from '#tests/components/records.ts';
import { routePaths } from '#tests/components/route-paths.ts';
import type { Answers } from '#tests/components/stub-calls.ts';
import { AT, figures, given, operation, settings, setUpState } from './page-data.ts';

const LATER = Date.parse('2026-11-20T20:00:00Z');
const id = (digit: number) => `7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c1${digit}`;

const listed = queued('personal', 'qualification.underReview', {
  dueAt: AT,
  dueDay: '2026-11-18',
  isOverdue: true,
  assignee: { id: reviewer.id, email: reviewer.email },
});
const body = queued('public', 'dataRequest.underReview', {
  number: OTHER_NUMBER,
  dueAt: null,
  dueDay: null,
  isAnswered: true,
});
const entry = {
  seq: 7,
  at: AT,
  actor: 'rita@example.eu',
  action: 'file.open' as const,
  applicationNumber: NUMBER,
  requester: 'anna@example.eu',
  detail: 'registration.pdf',
};
/** Answers with many entries and without entries; null if a page always has entries. */
const pages: Record<string, { user?: User; much: Answers; nothing: Answers | null }> = {
  '': {
    much: {
      deskQueue: {
        total: 45,
        hasMore: false,
        items: [listed, body],
        authorityNotices: { count: 2, overdue: 2 },
        counts: applicationStates.map((state, index) => ({
          state,
          count: index,
          overdue: index % 3,
          dueToday: index % 2,
        })),
      },
      deskViews: [savedView('Mine, late', { assigned: 'me', overdue: true })],
    },
    nothing: {
      deskQueue: emptyQueue,
    },
  },
  'live-access': {
    much: {
      deskGrants: {
        grants: [
          {
            grant: {
              grantId: 'g',
              state: 'suspended',
              requestedAt: AT,
              endsAt: LATER,
              pausedAt: null,
              suspended: { at: AT, ground: 'Article 4(7)', substantiation: 'Published.' },
              ended: null,
            },
            vehicleName: 'Lumo',
            publicId: 'lumo-7k2m',
            vin: 'VF1AAAAAAAA000001',
            owner: 'owner@example.eu',
            isOwn: false,
            tokens: [
              {
                tokenId: 't',
                name: 'Grafana',
                prefix: 'vda_q7Zt',
                dataTypes: ['battery'],
                createdAt: AT,
                endsAt: LATER,
                revokedAt: AT,
                lastUsedAt: AT,
                lastNetwork: '203.0.113.0/24',
                calls: [1, 2],
              },
            ],
          },
        ],
      },
    },
    nothing: { deskGrants: { grants: [] } },
  },
  erasures: {
    much: {
      deskErasureLedger: {
        total: 2,
        items: [
          given,
          {
            ...given,
            applicationNumber: NUMBER,
            departmentName: null,
            notice: { erasedOn: '2026-11-10', text: 'Letter.', recordedBy: 'rita', at: AT },
          },
        ],
      },
    },
    nothing: { deskErasureLedger: { total: 0, items: [] } },
  },
  staff: {
    much: {
      staffList: [
        memberOf(lead),
        memberOf(reviewer, { roles: ['reviewer', 'auditor'], lockedUntil: LATER }),
        memberOf(analyst, { hasSecondFactor: false, isCompanyLinked: true }),
      ],
      staffNominations: [
        { email: 'new@example.eu', roles: ['lead'], byId: 'rolf', by: 'rolf@example.eu', at: AT },
      ],
      secondFactorState: setUpState,
    },
    nothing: {
      staffList: [],
      staffNominations: [],
      secondFactorState: setUpState,
    },
  },
  mails: {
    user: reviewer,
    much: { deskMails: { frequency: 'hourly', waiting: 2 } },
    nothing: { deskMails: { frequency: 'atOnce', waiting: 0 } },
  },
  templates: {
    much: {
      deskTemplates: [
        {
          id: id(1),
          name: 'Second page',
          decision: 'request',
          texts: { en: 'Dear {name}', pl: 'Witaj' },
        },
      ],
    },
    nothing: { deskTemplates: [] },
  },
  operation: {
    much: operation,
    nothing: { operationState: { mailHeldSince: null, kinds: [], failed: [] } },
  },
  figures: {
    much: { officeFigures: figures },
    nothing: {
      officeFigures: {
        ...{ open: 0, overdue: 0, states: [], ages: [] },
        ...{ reviewers: [], grounds: [], grants: [], weeks: [] },
      },
    },
  },
  audit: {
    much: {
      auditTrail: {
        total: 41,
        items: [
          entry,
          {
            ...entry,
            seq: 6,
            action: 'audit.export',
            applicationNumber: null,
            requester: null,
            detail: 'csv',
          },
          {
            ...entry,
            seq: 5,
            requester: null,
            action: 'queue.list',
            detail: `${NUMBER} ${OTHER_NUMBER}`,
          },
        ],
      },
    },
    nothing: { auditTrail: { total: 0, items: [] } },
  },
  settings: {
    much: { deskSettingsRead: settings },
    nothing: null,
  },
  'second-factor': {
    user: reviewer,
    much: {
      secondFactorState: {
        isSetUp: true,
        recoveryCodesLeft: 1,
        offersPasskeys: true,
        passkeys: [
          { id: 'laptop', name: 'Work laptop', createdAt: AT, lastUsedAt: null },
          { id: 'key', name: 'Key', createdAt: AT, lastUsedAt: LATER },
        ],
      },
    },
    nothing: {
      secondFactorState: {
        isSetUp: false,
        recoveryCodesLeft: 0,
        offersPasskeys: false,
        passkeys: [],
      },
    },
  },
  handbook: {
    user: auditor,
    much: {
      deskDeadlines: {
        ...{ serviceGoalDays: 20, answerDays: 14, reportDays: 30, remindDays: 3 },
        ...{ fourEyes: [], holidays: 'Belgium' },
        authorityGrounds: ['safetyRequirements', 'tradeSecrets'],
      },
    },
    nothing: null,
  },
  'second-factor/set-up': { user: reviewer, much: {}, nothing: null },
};

/** Pages whose texts follow from a chart or a record, and are covered by other tests. */
const elsewhere = ['applications/:number'];

test('every page of the desk has a case here or in another test', () => {
  const addresses = routePaths('desk').filter((path) => path !== '*');
  expect([...Object.keys(pages), ...elsewhere].toSorted()).toEqual(addresses.toSorted());
});

const cases = Object.entries(pages).flatMap(([address, { user = lead, much, nothing }]) => [
  { address, user, amount: 'much', answers: much },
  ...(nothing ? [{ address, user, amount: 'nothing', answers: nothing }] : []),
  // Auditors read the settings without a form.
  ...(address === 'settings' ? [{ address, user: auditor, amount: 'reading', answers: much }] : []),
]);

test.each(cases)('the text of /desk/$address with $amount is as approved', async (one) => {
  const { address, user, amount, answers } = one;
  openPage(`/desk/${address}`, answers, user);
  await expectWholePage(`desk/whole-pages/${address.replace('/', '-') || 'queue'}.${amount}`);
});
