import {
  codeOf,
  type GraphAction,
  type GraphState,
  type GraphTransition,
  isListed,
  isListedInDetail,
  type MachineGraph,
} from '../graph/graph.ts';
import { guardLeaves, guardText } from '../graph/guard.ts';
import type { ChartLabels } from './chart-labels.ts';
import { type LineKind, type TextLine, wrapped } from './text-lines.ts';

/**
 * Level of detail. `words`: labels. `senders`: also senders, remarks and inner transitions. `guards`:
 * labels, inner transitions, guards, effects, names and codes.
 */
export const details = ['words', 'senders', 'guards'] as const;
export type Detail = (typeof details)[number];

const WIDEST = { state: 140, inner: 300, arrow: 98 };
const WIDEST_CODE = { state: 250, arrow: 190 };

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
  if (detail !== 'guards') {
    const inBox = innerTransitions(graph, state).filter((each) => !isListedInDetail(each));
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
  const code = codeOf(state);
  const activities = [
    ...activityLines('entry', state.entry),
    ...state.invokes.map((invoke) => `do / ${actorName(invoke)}`),
    ...activityLines('exit', state.exit),
    ...innerTransitions(graph, state).map(
      (each) => `${inOneLine(graph, each, labels.events)}${guard(each)}${effects(each, ' / ')}`,
    ),
  ];
  return [
    ...wrapped('label', label, WIDEST_CODE.state),
    ...wrapped('name', code === null ? state.key : `${state.key} · ${code}`, WIDEST_CODE.state),
    ...activities.flatMap((text) => wrapped('activity', text, WIDEST_CODE.state * 1.5)),
  ];
}

export function arrowLines(
  graph: MachineGraph,
  transition: GraphTransition,
  { labels, detail }: { labels: ChartLabels; detail: Detail },
): TextLine[] {
  if (transition.kind === 'historyDefault') return [];
  const words = labels.events[transition.event];
  const sender = senderOf(transition, labels) ?? conditionOf(graph, transition, labels);
  const remark = labels.remarks[transition.event];
  if (detail !== 'guards')
    return [
      ...wrapped('event', words ?? event(graph, transition), WIDEST.arrow),
      ...(detail === 'senders' && sender ? wrapped('sender', sender, WIDEST.arrow) : []),
      ...(detail === 'senders' && remark ? wrapped('effect', remark, WIDEST.arrow) : []),
    ];
  return [
    ...(words ? lines('event', words) : []),
    ...lines(words ? 'name' : 'event', event(graph, transition)),
    ...lines('guard', guard(transition).trim()),
    ...lines('effect', effects(transition, '/ ')),
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

function inOneLine(
  graph: MachineGraph,
  transition: GraphTransition,
  events: ChartLabels['events'],
): string {
  const words = events[transition.event];
  const name = event(graph, transition);
  return words ? `${words} (${name})` : name;
}

function guard(transition: GraphTransition): string {
  return transition.guard ? ` [${guardText(transition.guard, true)}]` : '';
}

function effects({ actions }: GraphTransition, before: string): string {
  return actions.length ? `${before}${actions.map(({ name }) => name).join(', ')}` : '';
}

function activityLines(when: string, actions: readonly GraphAction[]): string[] {
  return actions.length ? [`${when} / ${actions.map(({ name }) => name).join(', ')}`] : [];
}

function lines(kind: LineKind, text: string): TextLine[] {
  return text ? wrapped(kind, text, WIDEST_CODE.arrow) : [];
}
