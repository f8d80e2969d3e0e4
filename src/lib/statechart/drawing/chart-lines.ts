import {
  type GraphState,
  type GraphTransition,
  isInTablesOnly,
  isListed,
  type MachineGraph,
} from '../graph/graph.ts';
import { guardLeaves } from '../graph/guard.ts';
import type { ChartLabels } from './chart-labels.ts';
import { type TextLine, wrapped } from './text-lines.ts';

/** Level of detail. `words`: labels. `senders`: also senders, remarks and inner transitions. */
export type Detail = 'words' | 'senders';

const WIDEST = { state: 140, inner: 300, arrow: 98 };

export function stateLines(
  graph: MachineGraph,
  state: GraphState,
  {
    label,
    labels,
    detail,
    width,
  }: { label: string; labels: ChartLabels; detail: Detail; width: number },
): TextLine[] {
  if (state.type === 'history')
    return [{ kind: 'label', text: state.history === 'deep' ? 'H*' : 'H' }];
  const inBox = innerTransitions(graph, state).filter((each) => !isInTablesOnly(each));
  const staying = detail === 'words' ? [] : inBox;
  const inner = Map.groupBy(staying, (each) => (targetOf(each) === state.id ? '↻' : '→'));
  const widest = state.children.length > 0 ? WIDEST.inner : WIDEST.state;
  return [
    ...wrapped('label', label, Math.max(detail === 'words' ? widest : WIDEST.state, width)),
    ...[...inner].flatMap(([mark, transitions]) => {
      const words = transitions.map((each) => labels.events[each.event] ?? event(graph, each));
      return wrapped('activity', `${mark} ${[...new Set(words)].join(' · ')}`, widest);
    }),
  ];
}

export function arrowLines(
  graph: MachineGraph,
  transition: GraphTransition,
  { labels, detail }: { labels: ChartLabels; detail: Detail },
): TextLine[] {
  if (transition.kind === 'historyDefault') return [];
  const sender = senderOf(transition, labels) ?? conditionOf(graph, transition, labels);
  const remark = labels.remarks[transition.event];
  const words = labels.events[transition.event] ?? event(graph, transition);
  return [
    ...wrapped('event', words, WIDEST.arrow),
    ...(detail === 'senders' && sender ? wrapped('sender', sender, WIDEST.arrow) : []),
    ...(detail === 'senders' && remark ? wrapped('effect', remark, WIDEST.arrow) : []),
  ];
}

function senderOf({ guard }: GraphTransition, { senders }: ChartLabels): string | undefined {
  const names = guard ? guardLeaves(guard) : [];
  return names.map((name) => senders[name]).find((sender) => sender !== undefined);
}

function conditionOf(
  { transitions }: MachineGraph,
  transition: GraphTransition,
  { guards }: ChartLabels,
): string | undefined {
  const { kind, event, source, guard } = transition;
  if (kind !== 'event') return guard?.kind === 'leaf' ? guards[guard.name] : undefined;
  const target = targetOf(transition);
  if (target === source) return undefined;
  const elsewhere = transitions.filter(
    (each) => each.source === source && each.event === event && targetOf(each) !== target,
  );
  if (elsewhere.length === 0) return undefined;
  const known = new Set(elsewhere.flatMap(demandsOf));
  const own = demandsOf(transition).filter((name) => !known.has(name));
  return own.map((name) => guards[name]).find((words) => words !== undefined);
}

const targetOf = ({ source, targets }: GraphTransition) => targets[0] ?? source;

function demandsOf({ guard }: GraphTransition): string[] {
  const names = (part: NonNullable<typeof guard>): string[] =>
    part.kind === 'leaf' ? [part.name] : part.kind === 'and' ? part.of.flatMap(names) : [];
  return guard ? names(guard) : [];
}

/**
 * Returns the transitions that are listed in the box of their state and have no line: those that
 * stay in a state with children, and those with `meta.isListed`.
 */
export function innerTransitions(
  { transitions }: MachineGraph,
  { id, children }: GraphState,
): GraphTransition[] {
  return transitions.filter(
    (each) =>
      each.source === id &&
      each.kind !== 'initial' &&
      (isListed(each) || (children.length > 0 && targetOf(each) === id)),
  );
}

function event({ states }: MachineGraph, { label, delay, actor, source }: GraphTransition): string {
  if (delay?.ms) return `${label} (${delay.ms / 1000} s)`;
  const { invokes = [] } = states.find(({ id }) => id === source) ?? {};
  const invoke = invokes.find(({ id }) => id === actor);
  return invoke ? label.replace(invoke.id, actorName(invoke)) : label;
}

/** Returns the id of an actor, or its source if XState generated the id (`0.machine.state`). */
function actorName({ id, src }: GraphState['invokes'][number]): string {
  return /^\d+\./.test(id) ? src : id;
}
