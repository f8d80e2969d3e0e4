import type { GraphState, GraphTransition } from '#lib/statechart/graph/graph.ts';
import { guardText } from '#lib/statechart/graph/guard.ts';
import type { Chart } from '../chart.ts';

type Told = Pick<Chart, 'graph' | 'words'>;

/** The machine as a Mermaid state diagram. */
export function mermaid(chart: Told): string {
  const { graph } = chart;
  const [root] = graph.states;
  const drawn = graph.transitions.filter(({ kind }) => kind !== 'initial');
  const lines = [
    'stateDiagram-v2',
    '  direction LR',
    ...(root ? inside(chart, root, '  ') : []),
    ...drawn.filter(({ source }) => source !== root?.id).map(arrow),
    ...drawn
      .filter(({ source, targets }) => source === root?.id && targets.length === 0)
      .map((each) => `  note right of ${nodeId(root?.initial ?? '')} : ${told(each)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** What stands inside a state: its beginning, then its children; regions are ruled off. */
function inside(chart: Told, { id, initial, type }: GraphState, indent: string): string[] {
  const children = chart.graph.states.filter(({ parent }) => parent === id);
  return [
    ...(initial ? [`${indent}[*] --> ${nodeId(initial)}`] : []),
    ...children.flatMap((child, index) => [
      ...(type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...box(chart, child, indent),
    ]),
  ];
}

function box(chart: Told, state: GraphState, indent: string): string[] {
  const code = (state.meta as { code?: number } | null)?.code;
  const label = chart.words.states[state.id] ?? state.key;
  const name = `${indent}state "${code === undefined ? label : `${label} (${code})`}" as ${nodeId(state.id)}`;
  if (state.children.length > 0)
    return [`${name} {`, ...inside(chart, state, `${indent}  `), `${indent}}`];
  return state.type === 'final' ? [name, `${indent}${nodeId(state.id)} --> [*]`] : [name];
}

function arrow(transition: GraphTransition): string {
  const { source, targets } = transition;
  return `  ${nodeId(source)} --> ${nodeId(targets[0] ?? source)} : ${told(transition)}`;
}

function told({ label, guard, actions }: GraphTransition): string {
  const effects = actions.length ? ` / ${actions.map(({ name }) => name).join(', ')}` : '';
  return `${label}${guard ? ` [${guardText(guard)}]` : ''}${effects}`.replaceAll(':', '#colon;');
}

function nodeId(state: string): string {
  return state.replaceAll(/[^A-Za-z0-9]/g, '_');
}
