import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { GraphState, GraphTransition, MachineGraph } from '../graph/graph.ts';
import { innerTransitions } from './chart-lines.ts';
import { LINE_HEIGHT, lineWidth, type TextLine } from './text-lines.ts';

const PADDING = { x: 12, y: 10 };
const INITIAL = 12;

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelLabel': '6',
  'elk.spacing.nodeSelfLoop': '16',
  'org.eclipse.elk.json.shapeCoords': 'ROOT',
  'org.eclipse.elk.json.edgeCoords': 'ROOT',
};

/** The graph as ELK lays it out: boxes within boxes, and the arrows with room for their labels. */
export function elkGraph(
  graph: MachineGraph,
  arrows: readonly LabelledArrow[],
  headers: 'top' | 'bottom',
  linesOf: (id: string) => TextLine[],
): ElkNode {
  const [root] = graph.states;
  return {
    id: 'page',
    layoutOptions: options,
    children: root ? [node(graph, root, headers, linesOf)] : [],
    edges: [
      ...graph.states.flatMap(({ id, initial }) =>
        initial ? [{ id: `${id}/begin`, sources: [`${id}/initial`], targets: [initial] }] : [],
      ),
      ...arrows.map((each) => edge(graph, each)),
    ],
  };
}

/** Transitions that share one arrow, with what is written beside it. */
export interface LabelledArrow {
  transitions: GraphTransition[];
  lines: TextLine[];
}

/** Each arrow's transitions: one by one, but those that keep a state together. */
export function arrowsOf(graph: MachineGraph): GraphTransition[][] {
  const inner = new Set(graph.states.flatMap((state) => innerTransitions(graph, state)));
  const drawn = graph.transitions.filter((each) => each.kind !== 'initial' && !inner.has(each));
  const groups = Map.groupBy(drawn, ({ id, source, targets }) =>
    (targets[0] ?? source) === source ? `${source} itself` : id,
  );
  return [...groups.values()];
}

function node(
  graph: MachineGraph,
  state: GraphState,
  headers: 'top' | 'bottom',
  linesOf: (id: string) => TextLine[],
): ElkNode {
  const lines = linesOf(state.id);
  const width = Math.ceil(Math.max(...lines.map(lineWidth))) + 2 * PADDING.x;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING.y;
  if (state.children.length === 0) return { id: state.id, width, height };
  const inner = graph.states.filter(({ parent }) => parent === state.id);
  const [top, bottom] = headers === 'top' ? [height + 4, 18] : [18, height + 4];
  const mark = { id: `${state.id}/initial`, width: INITIAL, height: INITIAL };
  return {
    id: state.id,
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${top},left=18,bottom=${bottom},right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
    children: [
      ...(state.initial ? [mark] : []),
      ...inner.map((child) => node(graph, child, headers, linesOf)),
    ],
  };
}

/**
 * Machines are written along their normal course. What leads back is given to ELK the other way
 * round, so that it breaks no cycle by its own lights and the course reads from left to right.
 */
export function isBackward(
  { states }: MachineGraph,
  { source, targets }: GraphTransition,
): boolean {
  const place = (id: string) => states.findIndex((state) => state.id === id);
  return place(targets[0] ?? source) < place(source);
}

function edge(graph: MachineGraph, { transitions, lines }: LabelledArrow): ElkExtendedEdge {
  const [first] = transitions as [GraphTransition];
  const ends = [first.source, first.targets[0] ?? first.source];
  if (isBackward(graph, first)) ends.reverse();
  const size = {
    width: Math.ceil(Math.max(...lines.map(lineWidth))),
    height: lines.length * LINE_HEIGHT,
  };
  return {
    id: first.id,
    sources: ends.slice(0, 1),
    targets: ends.slice(1),
    labels: [{ text: first.id, ...size }],
  };
}
