import { nodeId } from '../chart-formats/mermaid.ts';
import type { GraphState, GraphTransition } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import type { FullReport } from './path-report.ts';

/** The machine as a flowchart, each transition with how often the plan takes it. */
export function mermaid(reports: readonly FullReport[]): string {
  return `${reports.map(chart).join('\n\n')}\n`;
}

function chart({ machine, graph, paths }: FullReport): string {
  const [root] = graph.states;
  const visits = new Map<string, number>();
  for (const { steps } of paths)
    for (const { transitions } of steps)
      for (const id of transitions) visits.set(id, (visits.get(id) ?? 0) + 1);
  const drawn = graph.transitions.filter(({ kind }) => kind !== 'initial');
  const missed = drawn.flatMap(({ id }, index) => (visits.has(id) ? [] : [index]));
  return [
    `%% ${machine}`,
    'flowchart LR',
    ...(root ? node(graph.states, root, '  ') : []),
    ...drawn.map((transition) => arrow(transition, visits.get(transition.id) ?? 0)),
    ...(missed.length ? [`  linkStyle ${missed.join(',')} stroke:#c92a2a,stroke-dasharray:4`] : []),
  ].join('\n');
}

function node(states: readonly GraphState[], state: GraphState, indent: string): string[] {
  const children = states.filter(({ parent }) => parent === state.id);
  const name = `s_${nodeId(state.id)}["${state.key}"]`;
  if (children.length === 0) return [`${indent}${name}`];
  return [
    `${indent}subgraph ${name}`,
    ...children.flatMap((child) => node(states, child, `${indent}  `)),
    `${indent}end`,
  ];
}

function arrow({ source, targets, label, guard }: GraphTransition, visits: number): string {
  const text = `${label}${guard ? ` [${guardText(guard)}]` : ''} ×${visits}`;
  const [target = source] = targets;
  return `  s_${nodeId(source)} -- "${text.replaceAll('"', '#quot;')}" --> s_${nodeId(target)}`;
}
