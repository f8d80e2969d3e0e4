import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { NUMBER } from '#tests/components/records.ts';
import type { CallData } from '#ui/calls/call-types.ts';

export const DAY = 86_400_000;
export const FILED = Date.parse('2026-03-02T09:00:00Z');

export const filed = { at: FILED, waitsFor: 'holder' } as const;

export const timelineData: CallData<'chartTimeline'> = {
  total: 240,
  cases: [
    {
      number: NUMBER,
      steps: (
        [
          [0, 'holder'],
          [1, 'requester'],
          [3, 'holder'],
          [4, 'suspended'],
          [9, 'ended'],
        ] as const
      ).map(([days, waitsFor]) => ({ at: FILED + days * DAY, waitsFor })),
    },
    { number: null, steps: [{ ...filed, at: FILED + DAY }] },
  ],
};

const HOUR = 3_600_000;

export const graph = machineGraph(applicationMachine);
export const transitionOf = (event: string, source: string) =>
  graph.transitions.find((each) => each.event === event && each.source === source)?.id ?? '';
export const START = transitionOf('review.start', 'qualification.submitted');

export const figures: CallData<'chartFigures'> = {
  total: 1200,
  open: 200,
  suspended: 40,
  normal: 250,
  states: [
    {
      state: 'qualification.underReview',
      now: 12,
      overdue: 3,
      openMedian: 36 * HOUR,
      entered: 900,
      left: 888,
      median: 5 * HOUR,
      p90: null,
    },
    {
      state: 'approved',
      now: 0,
      overdue: 0,
      openMedian: null,
      entered: 700,
      left: 0,
      median: 30_000,
      p90: 90_000,
    },
  ],
  transitions: [
    { id: START, count: 900, share: 0.75, repeats: 4, median: 2 * HOUR },
    {
      id: transitionOf('approval.withdraw', 'approved'),
      ...{ count: 17, share: 1, repeats: 17, median: 2 * HOUR },
    },
  ],
  trend: [
    {
      state: 'qualification.underReview',
      months: [
        { month: '2026-10', median: null },
        { month: '2026-11', median: 5 * HOUR },
      ],
    },
  ],
  waiting: [
    { waitsFor: 'requester', waits: 4, time: 8 * DAY, share: 0.2, lapsed: 1, now: 3 },
    { waitsFor: 'holder', waits: 10, time: 20 * DAY, share: 0.5, lapsed: 0, now: 12 },
    { waitsFor: 'suspended', waits: 0, time: 0, share: 0.3, lapsed: 0, now: 0 },
  ],
  variants: [
    {
      kind: 'personal',
      states: ['qualification.submitted', 'terminated.byRequester'],
      count: 300,
      isNormal: false,
    },
    {
      kind: 'public',
      states: ['qualification.submitted', 'dataRequest.underReview', 'approved'],
      count: 60,
      isNormal: true,
    },
  ],
  variantCount: 9,
};
