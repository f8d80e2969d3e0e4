import { expect, test } from 'vitest';
import { caseMarks, nextSteps } from '#charts/case/on-the-chart.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';

const graph = machineGraph(applicationMachine);
const leadsTo = (transition: string) => graph.transitions.find(({ id }) => id === transition);

test.each([
  ['personal', 'qualification.underReview'],
  ['public', 'dataRequest.underReview'],
] as const)(
  'of two transitions of an event, only the one of a %s application is marked and possible: to %s',
  (kind, state) => {
    const marks = caseMarks(graph, {
      kind,
      state,
      history: [
        { event: 'application.file', from: null, to: 'qualification.submitted' },
        { event: 'review.start', from: 'qualification.submitted', to: state },
      ],
    });
    const taken = Object.entries(marks)
      .filter(([id, { steps }]) => steps && leadsTo(id))
      .map(([id]) => leadsTo(id));
    expect(taken.map((each) => [each?.event, each?.source, each?.targets])).toEqual([
      ['review.start', 'qualification.submitted', [state]],
    ]);
    expect(marks[state]).toEqual({ tone: 'here' });
    expect(marks['qualification.submitted']).toEqual({ tone: 'passed' });
    const steps = nextSteps(graph, { kind, state: 'qualification.submitted', history: [] });
    const started = steps.filter(({ event }) => event === 'review.start');
    expect(started.map(({ target, role }) => [target, role])).toEqual([[state, 'reviewer']]);
    expect(steps.find(({ event }) => event === 'application.terminate')?.role).toBe('requester');
  },
);

test('the next steps of a state that waits for the requester include the passing of the deadline', () => {
  const steps = nextSteps(graph, {
    kind: 'personal',
    state: 'dataRequest.awaited',
    history: [],
  });
  expect(steps.map(({ event, role }) => [event, role])).toContainEqual([
    'deadline.passed',
    'clock',
  ]);
});

test('an undo leads back to where the last entry comes from', () => {
  const [from, state] = ['qualification.submitted', 'qualification.underReview'];
  const history = [{ event: 'review.start', from, to: state }];
  const steps = nextSteps(graph, { kind: 'personal', state, history });
  const undone = steps.filter(({ event }) => event === 'decision.undo');
  expect(undone.map(({ target }) => target)).toEqual([from]);
});
