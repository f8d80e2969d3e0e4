import { test } from 'vitest';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { expectWholePage } from '#tests/components/page-text.ts';
import { analyst, reviewer } from '#tests/components/people.ts';
import { caseOf, NUMBER, OTHER_NUMBER, summaryOf } from '#tests/components/records.ts';
import type { Answers } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { timelineData } from './timeline-data.ts';

const HOUR = 3_600_000;

const graph = machineGraph(applicationMachine);
const [START] = graph.transitions.filter(({ event }) => event === 'review.start');

const figures: CallData<'chartFigures'> = {
  total: 1200,
  open: 200,
  normal: 250,
  states: [
    {
      ...{ state: 'qualification.underReview', now: 12, overdue: 3, openMedian: 36 * HOUR },
      ...{ entered: 900, left: 888, median: 5 * HOUR, p90: null },
    },
    {
      ...{ state: 'approved', now: 0, overdue: 0, openMedian: null },
      ...{ entered: 700, left: 0, median: 30_000, p90: 90_000 },
    },
  ],
  transitions: [
    { id: START?.id ?? '', count: 900, share: 0.75, repeats: 4, median: 2 * HOUR },
    { id: 'dataRequest.awaited:data.request:0', count: 0, share: 0, repeats: 0, median: null },
  ],
  variants: [
    {
      ...{ kind: 'personal', count: 300, isNormal: false },
      states: ['qualification.submitted', 'terminated.byRequester'],
    },
    {
      ...{ kind: 'public', count: 60, isNormal: true },
      states: ['qualification.submitted', 'dataRequest.underReview', 'approved'],
    },
  ],
  variantCount: 9,
};

const conformance: CallData<'chartConformance'> = {
  ...{ applications: 900, pending: 1, steps: 4321, assumed: 3, deviating: 2, total: 21 },
  nonconforming: [
    { from: 'qualification.submitted', to: 'approved', event: 'data.approve', count: 1200 },
  ],
  deviations: [
    {
      ...{ kind: 'personal', from: 'qualification.submitted', to: 'approved' },
      ...{ event: 'data.approve', role: 'reviewer', reason: 'guard', guard: 'isReviewer' },
      ...{ count: 1200, cases: [NUMBER, OTHER_NUMBER] },
    },
  ],
};

const application = '/application';
/** Every page of the charts, by the name of its text. */
const pages: [name: string, address: string, answers: Answers, user?: typeof analyst][] = [
  ['catalogue', '', {}],
  ['machine', '/quote?state=open', {}],
  // Of one start: the choice among several comes later.
  ['simulate', '/quote/simulate', {}],
  ['figures', `${application}/figures?kind=personal`, { chartFigures: figures }],
  [
    'cases',
    `${application}/cases?state=approved`,
    { chartCases: { total: 21, items: [summaryOf('public', 'approved')] } },
    reviewer,
  ],
  [
    'case',
    `${application}/case/${NUMBER}`,
    { deskApplication: caseOf('personal', 'qualification.underReview') },
    reviewer,
  ],
  ['timeline', `${application}/timeline`, { chartTimeline: timelineData }],
  ['conformance', `${application}/conformance`, { chartConformance: conformance }],
];

test.each(pages)('%s as it is read', async (name, address, answers, user = analyst) => {
  openPage(`/charts${address}`, answers, user);
  await expectWholePage(`charts/whole-pages/${name}`);
});
