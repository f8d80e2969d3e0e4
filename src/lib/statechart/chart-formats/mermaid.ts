import { codeOf, type GraphState, type GraphTransition, transitionText } from '../graph/graph.ts';
import type { TableInput } from './tables.ts';

export function mermaid(chart: TableInput): string {
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
      .map((each) => `  note right of ${nodeId(root?.initial ?? '')} : ${text(each)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function inside(chart: TableInput, { id, initial, type }: GraphState, indent: string): string[] {
  const children = chart.graph.states.filter(({ parent }) => parent === id);
  return [
    ...(initial ? [`${indent}[*] --> ${nodeId(initial)}`] : []),
    ...children.flatMap((child, index) => [
      ...(type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...box(chart, child, indent),
    ]),
  ];
}

function box(chart: TableInput, state: GraphState, indent: string): string[] {
  const code = codeOf(state);
  const label = chart.labels.states[state.id] ?? state.key;
  const name = `${indent}state "${code === null ? label : `${label} (${code})`}" as ${nodeId(state.id)}`;
  if (state.children.length > 0)
    return [`${name} {`, ...inside(chart, state, `${indent}  `), `${indent}}`];
  return state.type === 'final' ? [name, `${indent}${nodeId(state.id)} --> [*]`] : [name];
}

function arrow(transition: GraphTransition): string {
  const { source, targets } = transition;
  return `  ${nodeId(source)} --> ${nodeId(targets[0] ?? source)} : ${text(transition)}`;
}

function text(transition: GraphTransition): string {
  return transitionText(transition).replaceAll(':', '#colon;');
}

export function nodeId(state: string): string {
  return state.replaceAll(/[^A-Za-z0-9]/g, '_');
}
