import type { Mark } from '#lib/statechart/drawing/draw-chart.ts';

interface WalkStep {
  transitions: readonly string[];
  /** Innermost states after the step. */
  states: readonly string[];
}

/**
 * Marks a walk in a chart: its transitions with the numbers of their steps, the last step, the
 * current states and the transitions that are possible next.
 */
export function walkMarks(
  steps: readonly WalkStep[],
  next: readonly string[],
): Record<string, Mark> {
  const marks: Record<string, Mark> = Object.fromEntries(next.map((id) => [id, { tone: 'next' }]));
  for (const [index, { transitions, states }] of steps.entries()) {
    for (const id of states) marks[id] = { tone: 'passed' };
    for (const id of new Set(transitions))
      marks[id] = { tone: 'passed', steps: [...(marks[id]?.steps ?? []), index + 1] };
  }
  const { transitions = [], states = [] } = steps.at(-1) ?? {};
  for (const id of transitions) marks[id] = { ...marks[id], tone: 'last' };
  for (const id of states) marks[id] = { tone: 'here' };
  return marks;
}
