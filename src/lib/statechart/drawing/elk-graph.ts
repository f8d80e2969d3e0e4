import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { GraphState, GraphTransition, MachineGraph } from '../graph/graph.ts';
import { type DrawnEdge, detoursOf } from './drawn-edges.ts';
import { type Direction, type Segment, segmentsBetween, type Tree } from './edge-segments.ts';
import { LABEL_PADDING_PX, LINE_HEIGHT, lineWidth, type TextLine } from './text-lines.ts';

/** Id of the root node. */
const PAGE = 'page';
const PADDING = { x: 12, y: 10 };
const RAIL_PADDING = { x: 10, y: 5 };
const INITIAL_SIZE = 12;
const NO_PADDING = '[top=0,left=0,bottom=0,right=0]';

const exactOptions = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.portConstraints': 'FIXED_SIDE',
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '6',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.spacing.nodeNode': '14',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelLabel': '6',
  'elk.spacing.nodeSelfLoop': '16',
  'elk.spacing.portPort': '14',
};
const coarseOptions = {
  ...exactOptions,
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

export interface ElkInput {
  graph: MachineGraph;
  edges: readonly DrawnEdge[];
  linesOf: (id: string) => TextLine[];
  edgeLines: (edge: DrawnEdge) => TextLine[];
  directionOf: (id: string) => Direction;
  isCoarse: boolean;
}

interface ElkDrawing {
  root: ElkNode;
  /** Keyed by `stubId` for transitions of a rail, by id for all other lines. */
  lines: ReadonlyMap<string, readonly Segment[]>;
}

export const railId = (id: string) => `${id}/rail`;
export const stubId = (id: string) => `${id}/stub`;

export function elkGraph(input: ElkInput): ElkDrawing {
  const { graph, edges } = input;
  const options = input.isCoarse ? coarseOptions : exactOptions;
  const parents = new Map(graph.states.map(({ id, parent }) => [id, parent ?? PAGE]));
  const detours = detoursOf(graph);
  for (const { id, states } of detours) {
    parents.set(id, parents.get(states[0] ?? '') ?? PAGE);
    for (const state of states) parents.set(state, id);
  }
  const boxes = new Set(graph.states.map(({ parent }) => parent));
  const tree: Tree = {
    parentOf: (id) => parents.get(id) ?? PAGE,
    directionOf: input.directionOf,
    hasChildren: (id) => boxes.has(id),
  };
  const lines = new Map<string, Segment[]>();
  const pieces = new Map<string, ElkExtendedEdge & { container: string }>();
  const connect = (id: string, edge: DrawnEdge, [from, to]: [string, string], bundle: string) => {
    const ends: [string, string] = edge.isBackward ? [to, from] : [from, to];
    const segments = segmentsBetween(tree, ends, bundle);
    lines.set(id, segments);
    for (const segment of segments)
      pieces.set(segment.id, {
        id: segment.id,
        container: segment.container,
        sources: [segment.from],
        targets: [segment.to],
        ...pieces.get(segment.id),
      });
    return segments;
  };
  const addLabel = (segments: readonly Segment[], text: TextLine[]) => {
    const piece = pieces.get(labelSegment(lines, segments)?.id ?? '');
    if (piece && text.length > 0)
      piece.labels = [{ text: piece.id, ...sizeOf(text, { x: LABEL_PADDING_PX, y: 0 }) }];
  };
  const rails: [string, DrawnEdge][] = [];
  for (const edge of edges) {
    const [first] = edge.transitions as [GraphTransition];
    const target = first.targets[0] ?? first.source;
    if (!edge.isRail) {
      addLabel(connect(edge.id, edge, [first.source, target], edge.id), input.edgeLines(edge));
      continue;
    }
    const rail = railId(edge.id);
    parents.set(
      rail,
      commonContainer(tree, [...edge.transitions.map((each) => each.source), target]),
    );
    rails.push([rail, edge]);
    connect(edge.id, edge, [rail, target], `${edge.id} on`);
    for (const each of edge.transitions)
      connect(stubId(each.id), edge, [each.source, rail], edge.id);
  }
  for (const { id, initial } of graph.states)
    if (initial && isEnteredByDefault(graph, id)) {
      parents.set(`${id}/initial`, id);
      const begin = segmentsBetween(tree, [`${id}/initial`, initial], `${id}/begin`);
      lines.set(`${id}/begin`, begin);
      for (const { id: piece, container, from, to } of begin)
        pieces.set(piece, { id: piece, container, sources: [from], targets: [to] });
    }

  const ports = Map.groupBy(
    [...lines.values()].flat().flatMap(({ ports }) => ports),
    ({ owner }) => owner,
  );
  const edgesIn = Map.groupBy(pieces.values(), ({ container }) => container);
  const inside = (container: string) => ({
    children: [
      ...graph.states.filter(({ id }) => tree.parentOf(id) === container).map(stateBox),
      ...detours.filter(({ id }) => tree.parentOf(id) === container).map(({ id }) => detourBox(id)),
      ...rails
        .filter(([rail]) => tree.parentOf(rail) === container)
        .map(([id, edge]) => leaf(id, sizeOf(input.edgeLines(edge), RAIL_PADDING))),
    ],
    edges: (edgesIn.get(container) ?? []).map(({ container: _, ...edge }) => edge),
  });
  const leaf = (id: string, size: { width: number; height: number }): ElkNode => ({
    id,
    ...size,
    layoutOptions: { 'elk.portConstraints': 'FIXED_SIDE' },
    ports: portsOf(id),
  });
  const portsOf = (id: string) => {
    const own = new Map((ports.get(id) ?? []).map((each) => [each.id, each]));
    return [...own.values()].map(({ id, side }) => ({
      id,
      width: 0,
      height: 0,
      layoutOptions: { 'elk.port.side': side },
    }));
  };
  const detourBox = (id: string): ElkNode => ({
    id,
    layoutOptions: {
      ...options,
      'elk.direction': input.directionOf(id),
      'elk.padding': NO_PADDING,
    },
    ports: portsOf(id),
    ...inside(id),
  });
  const stateBox = (state: GraphState): ElkNode => {
    const texts = input.linesOf(state.id);
    const { width, height } = sizeOf(texts, PADDING);
    if (state.children.length === 0) return leaf(state.id, { width, height });
    const { children, edges } = inside(state.id);
    const hasMark = lines.has(`${state.id}/begin`);
    return {
      id: state.id,
      layoutOptions: {
        ...options,
        'elk.direction': input.directionOf(state.id),
        'elk.padding':
          texts.length > 0 ? `[top=${height + 2},left=10,bottom=12,right=10]` : NO_PADDING,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE PORTS',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
      ports: portsOf(state.id),
      children: hasMark
        ? [{ id: `${state.id}/initial`, width: INITIAL_SIZE, height: INITIAL_SIZE }, ...children]
        : children,
      edges,
    };
  };
  return {
    root: {
      id: PAGE,
      layoutOptions: {
        ...options,
        'elk.padding': '[top=2,left=2,bottom=2,right=2]',
        'org.eclipse.elk.json.shapeCoords': 'ROOT',
        'org.eclipse.elk.json.edgeCoords': 'ROOT',
      },
      ...inside(PAGE),
    },
    lines,
  };
}

/**
 * Returns the segment that carries a line's label. Only segments that no other line shares qualify;
 * the middle segment is preferred.
 */
export function labelSegment(
  lines: ElkDrawing['lines'],
  segments: readonly Segment[],
): Segment | undefined {
  const all = [...lines.values()];
  const own = segments.filter(
    ({ id }) => all.filter((line) => line.some((piece) => piece.id === id)).length === 1,
  );
  return own.find(({ isMiddle }) => isMiddle) ?? own[0];
}

/**
 * Returns true if a transition enters the state, itself or as the initial child of a state that is
 * entered.
 */
export function isEnteredByDefault(graph: MachineGraph, id: string): boolean {
  const { states, transitions } = graph;
  const { parent = null } = states.find((state) => state.id === id) ?? {};
  const outer = states.find((state) => state.id === parent);
  if (!outer || outer.type === 'parallel') return true;
  if (transitions.some(({ kind, targets }) => kind !== 'initial' && targets.includes(id)))
    return true;
  return outer.initial === id && isEnteredByDefault(graph, outer.id);
}

function sizeOf(lines: readonly TextLine[], { x, y }: { x: number; y: number }) {
  return {
    width: Math.ceil(Math.max(0, ...lines.map(lineWidth))) + 2 * x,
    height: lines.length * LINE_HEIGHT + 2 * y,
  };
}

function commonContainer({ parentOf }: Tree, ids: readonly string[]): string {
  const containersOf = (id: string): string[] =>
    id === PAGE ? [] : [parentOf(id), ...containersOf(parentOf(id))];
  const [first = [], ...others] = ids.map(containersOf);
  return first.find((id) => others.every((each) => each.includes(id))) ?? PAGE;
}
