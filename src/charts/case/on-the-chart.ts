import { walkMarks } from '#charts/picture/walk-marks.ts';
import type { HistoryEntry } from '#contract/application-record.ts';
import type { Mark } from '#lib/statechart/drawing/draw-chart.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';
import { isInside } from '#lib/statechart/graph/graph-queries.ts';
import { guardLeaves } from '#lib/statechart/graph/guard.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

interface Case {
  state: string;
  kind: ApplicationKind;
  history: readonly Pick<HistoryEntry, 'from' | 'to' | 'event'>[];
}

export function caseMarks(graph: MachineGraph, record: Case): Record<string, Mark> {
  const taken = ({ from, to, event }: Case['history'][number]) =>
    graph.transitions.filter(
      (each) =>
        each.event === event &&
        each.targets[0] === to &&
        from &&
        isInside(graph, from, each.source),
    );
  return walkMarks(
    record.history.map((entry) => ({
      transitions: taken(entry).map(({ id }) => id),
      states: [entry.to],
    })),
    nextSteps(graph, record).map(({ id }) => id),
  );
}

interface NextStep {
  id: string;
  event: string;
  target: string;
  role: HistoryEntry['role'];
}

export function nextSteps(graph: MachineGraph, { state, kind, history }: Case): NextStep[] {
  const others = kind === 'personal' ? 'isPublic' : 'isPersonal';
  return graph.transitions
    .filter(
      (each) =>
        each.kind === 'event' && each.targets.length > 0 && isInside(graph, state, each.source),
    )
    .map((each) => ({ each, guards: each.guard ? guardLeaves(each.guard) : [] }))
    .filter(({ guards }) => !guards.includes(others))
    .map(({ each: { id, event, source, targets }, guards }) => ({
      id,
      event,
      target: targets[0] ?? source,
      role: guards.includes('isOwner')
        ? ('requester' as const)
        : guards.includes('isClock')
          ? ('clock' as const)
          : ('reviewer' as const),
    }))
    .filter(({ event, target }) => event !== 'decision.undo' || target === history.at(-1)?.from);
}
