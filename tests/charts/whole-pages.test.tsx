import { test } from 'vitest';
import { openPage } from '#tests/components/open-page.tsx';
import { expectWholePage } from '#tests/components/page-text.ts';
import { analyst, reviewer } from '#tests/components/people.ts';
import { caseOf, NUMBER, OTHER_NUMBER, summaryOf } from '#tests/components/records.ts';
import type { Answers } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { figures, timelineData } from './page-data.ts';

const deviation: CallData<'chartConformance'>['deviations'][number] = {
  ...{ kind: 'personal', from: 'qualification.submitted', to: 'approved' },
  ...{ event: 'data.approve', role: 'reviewer', reason: 'guard', guard: 'isReviewer' },
  ...{ count: 1200, cases: [NUMBER, OTHER_NUMBER] },
};
const conformance: CallData<'chartConformance'> = {
  ...{ applications: 900, pending: 1, steps: 4321, deviating: 2, total: 21 },
  nonconforming: [
    { from: 'qualification.submitted', to: 'approved', event: 'data.approve', count: 1200 },
  ],
  deviations: [
    deviation,
    { ...deviation, reason: 'event', guard: null, from: null, role: 'clock', cases: [], count: 1 },
    { ...deviation, reason: 'target', guard: null },
    { ...deviation, reason: 'gap', guard: null },
    { ...deviation, reason: 'end', guard: null },
  ],
};

const filed: CallData<'deskApplication'>['history'][number] = {
  ...{ revision: 0, at: Date.parse('2026-11-18T10:00:00Z'), event: 'application.file' },
  ...{ role: 'requester', from: null, to: 'qualification.submitted', text: null, actor: null },
};
const history: (typeof filed)[] = [
  filed,
  {
    ...{ ...filed, revision: 1, at: Date.parse('2026-11-19T16:00:00Z'), event: 'review.start' },
    ...{ role: 'reviewer', from: 'qualification.submitted', to: 'qualification.underReview' },
  },
];
const never = {
  ...{ id: 'dataRequest.awaited:data.request:0', count: 0 },
  ...{ share: 0, repeats: 0, median: null },
};
const application = '/application';
/** Every page of the charts, by the name of its text. */
const pages: [name: string, address: string, answers: Answers, user?: typeof analyst][] = [
  ['catalogue', '', {}],
  ['machine', '/quote?state=open', {}],
  // Of one start: the choice among several comes later.
  ['simulate', '/quote/simulate', {}],
  [
    'figures',
    `${application}/figures?kind=personal`,
    { chartFigures: { ...figures, transitions: [...figures.transitions, never] } },
  ],
  [
    'cases',
    `${application}/cases?state=approved`,
    { chartCases: { total: 21, items: [summaryOf('public', 'approved')] } },
    reviewer,
  ],
  [
    'case',
    `${application}/case/${NUMBER}`,
    { deskApplication: caseOf('personal', 'qualification.underReview', { history }) },
    reviewer,
  ],
  ['timeline', `${application}/timeline`, { chartTimeline: timelineData }],
  ['conformance', `${application}/conformance`, { chartConformance: conformance }],
];

test.each(pages)(
  'the text of %s is as approved',
  async (name, address, answers, user = analyst) => {
    openPage(`/charts${address}`, answers, user);
    await expectWholePage(`charts/whole-pages/${name}`);
  },
);
