import {
  codeOf,
  type GraphState,
  type GraphTransition,
  type MachineGraph,
  transitionText,
} from '../graph/graph.ts';
import type { TableInput } from './tables.ts';

interface Written extends TableInput {
  ids: ReadonlyMap<string, string>;
}

export function mermaid(chart: TableInput): string {
  const written = { ...chart, ids: nodeIds(chart.graph) };
  const { states, transitions } = chart.graph;
  const [root] = states;
  const drawn = transitions.filter(({ kind }) => kind !== 'initial');
  // In Mermaid, the root needs a box for its regions and for transitions from it.
  const hasBox = root?.type === 'parallel' || drawn.some(({ source }) => source === root?.id);
  const lines = [
    'stateDiagram-v2',
    '  direction LR',
    ...(root ? (hasBox ? box : inside)(written, root, '  ') : []),
    ...arrows(written, drawn),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns an id for each state that Mermaid accepts: letters, digits and `_`. Adds a number to
 * ids that are not unique or that Mermaid reserves.
 */
function nodeIds({ states }: MachineGraph): Map<string, string> {
  const words = ['', '_', 'state', 'note', 'end', 'class', 'style', 'direction', 'default'];
  // Mermaid fails for names that every object has, such as `constructor`.
  const used = new Set(
    [...words, ...Object.getOwnPropertyNames(Object.prototype)].map((word) => word.toLowerCase()),
  );
  return new Map(
    states.map(({ id }, index) => {
      const plain = id.replaceAll(/[^A-Za-z0-9]+/g, '_');
      const unique = used.has(plain.toLowerCase()) ? `${plain}_${index}` : plain;
      used.add(unique.toLowerCase());
      return [id, unique];
    }),
  );
}

function labelText(text: string): string {
  return text
    .replaceAll(/["#:;<>\\{}]/g, (sign) => `#${sign.charCodeAt(0)};`)
    .replaceAll(/\s+/g, ' ');
}

function inside(chart: Written, { id, initial, type }: GraphState, indent: string): string[] {
  const children = chart.graph.states.filter(({ parent }) => parent === id);
  return [
    ...(initial ? [`${indent}[*] --> ${chart.ids.get(initial)}`] : []),
    ...children.flatMap((child, index) => [
      ...(type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...box(chart, child, indent),
    ]),
  ];
}

function box(chart: Written, state: GraphState, indent: string): string[] {
  const code = codeOf(state);
  const own = state.parent === null ? chart.labels.title : chart.labels.states[state.id];
  const label = own || state.key;
  const id = chart.ids.get(state.id);
  const name = `${indent}state "${labelText(code === null ? label : `${label} (${code})`)}" as ${id}`;
  if (state.children.length > 0)
    return [`${name} {`, ...inside(chart, state, `${indent}  `), `${indent}}`];
  return state.type === 'final' ? [name, `${indent}${id} --> [*]`] : [name];
}

/** Returns one arrow per transition. Mermaid draws only one per state for self-transitions. */
function arrows({ ids }: Written, transitions: readonly GraphTransition[]): string[] {
  const drawn = Map.groupBy(transitions, ({ id, source, targets: [target = source] }) =>
    target === source ? source : id,
  );
  return [...drawn.values()].map((together) => {
    const [{ source, targets }] = together as [GraphTransition];
    const text = together.map((each) => labelText(transitionText(each))).join('<br>');
    return `  ${ids.get(source)} --> ${ids.get(targets[0] ?? source)} : ${text}`;
  });
}
