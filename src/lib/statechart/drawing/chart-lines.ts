import type { GraphAction } from '../graph/action.ts';
import {
  codeOf,
  type GraphState,
  type GraphTransition,
  type MachineGraph,
} from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import type { ChartLabels } from './chart-labels.ts';
import { type LineKind, type TextLine, wrapped } from './text-lines.ts';

const WIDEST = { state: 220, arrow: 190 };

/** Text of a state's box: plain label, name and status code, and its activities. */
export function stateLines(
  graph: MachineGraph,
  state: GraphState,
  { label, events }: { label: string; events: ChartLabels['events'] },
): TextLine[] {
  const code = codeOf(state);
  const activities = [
    ...activityLines('entry', state.entry),
    ...state.invokes.map(({ id }) => `do / ${id}`),
    ...activityLines('exit', state.exit),
    ...innerTransitions(graph, state).map(
      (each) => `${inOneLine(each, events)}${guard(each)}${effects(each, ' / ')}`,
    ),
  ];
  return [
    ...wrapped('label', label, WIDEST.state),
    ...wrapped('name', code === null ? state.key : `${state.key} · ${code}`, WIDEST.state),
    ...activities.flatMap((text) => wrapped('activity', text, WIDEST.state * 1.5)),
  ];
}

/** Text beside an arrow: the event in words and as code, guard and effects. */
export function arrowLines(transition: GraphTransition, events: ChartLabels['events']): TextLine[] {
  const words = events[transition.event];
  return [
    ...(words ? lines('event', words) : []),
    ...lines(words ? 'name' : 'event', event(transition)),
    ...lines('guard', guard(transition).trim()),
    ...lines('effect', effects(transition, '/ ')),
  ];
}

/** Transitions that keep a state which has others inside: its box names them. */
export function innerTransitions(graph: MachineGraph, state: GraphState): GraphTransition[] {
  if (state.children.length === 0) return [];
  return graph.transitions.filter(
    (each) =>
      each.source === state.id &&
      each.kind !== 'initial' &&
      (each.targets[0] ?? state.id) === state.id,
  );
}

function event({ label, delay }: GraphTransition): string {
  return delay?.ms ? `${label} (${delay.ms / 1000} s)` : label;
}

function inOneLine(transition: GraphTransition, events: ChartLabels['events']): string {
  const words = events[transition.event];
  return words ? `${words} (${event(transition)})` : event(transition);
}

function guard(transition: GraphTransition): string {
  return transition.guard ? ` [${guardText(transition.guard)}]` : '';
}

function effects({ actions }: GraphTransition, before: string): string {
  return actions.length ? `${before}${actions.map(({ name }) => name).join(', ')}` : '';
}

function activityLines(when: string, actions: readonly GraphAction[]): string[] {
  return actions.length ? [`${when} / ${actions.map(({ name }) => name).join(', ')}`] : [];
}

function lines(kind: LineKind, text: string): TextLine[] {
  return text ? wrapped(kind, text, WIDEST.arrow) : [];
}
