import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { MachineWords } from '#charts/words/chart-words.ts';
import type {
  Area,
  Arrow,
  ChartLayout,
  Point,
  StateBox,
} from '#lib/statechart/drawing/chart-layout.ts';
import {
  arrowLines,
  type EventWords,
  innerTransitions,
  stateLines,
} from '#lib/statechart/drawing/chart-lines.ts';
import { LINE_HEIGHT, lineWidth, type TextLine } from '#lib/statechart/drawing/text-lines.ts';
import type { GraphState, GraphTransition, MachineGraph } from '#lib/statechart/graph/graph.ts';

const PADDING = { x: 12, y: 10 };
const INITIAL = 12;

/** Lines beside those of the graph: figures, visits. Room is kept for them in the layout. */
export interface Notes {
  ofState(id: string): string[];
  ofTransition(id: string): string[];
}

const elk = new ELK();

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

/** What is laid out: a machine, and all that is written in its picture. */
interface Subject {
  name: string;
  graph: MachineGraph;
  words: MachineWords;
  events: EventWords;
  language: string;
  notes: Notes | undefined;
}

/**
 * The machine laid out, left to right along its normal course. The course begins in the upper
 * half: where ELK puts it below what leads away from it, the picture is turned upside down.
 */
export async function layOut(subject: Subject): Promise<ChartLayout> {
  const layout = await laidOut(subject, 'top');
  const first = layout.states.find(({ type }) => type === 'atomic');
  if (!first || first.y + first.height / 2 <= layout.height / 2) return layout;
  return upsideDown(await laidOut(subject, 'bottom'));
}

/** `headers` is the side of the states with others inside where their own lines stand. */
async function laidOut(
  { name, graph, words, events, language, notes }: Subject,
  headers: 'top' | 'bottom',
): Promise<ChartLayout> {
  const boxes = new Map(
    graph.states.map((state) => {
      const label = words.states[state.id] ?? (state.parent === null ? words.title : state.key);
      const lines = [
        ...stateLines(graph, state, { label, events }),
        ...noted(notes?.ofState(state.id)),
      ];
      return [state.id, { label, lines }];
    }),
  );
  const arrows = arrowsOf(graph).map((transitions) => ({
    transitions,
    lines: transitions.flatMap((each) => [
      ...arrowLines(each, events),
      ...noted(notes?.ofTransition(each.id)),
    ]),
  }));
  const [root] = graph.states;
  const laid: ElkNode = await elk.layout<ElkNode>({
    id: 'page',
    layoutOptions: options,
    children: root ? [node(graph, root, headers, (id) => boxes.get(id)?.lines ?? [])] : [],
    edges: [
      ...graph.states.flatMap(({ id, initial }) =>
        initial ? [{ id: `${id}/begin`, sources: [`${id}/initial`], targets: [initial] }] : [],
      ),
      ...arrows.map((each) => edge(graph, each)),
    ],
  });
  const areas = new Map(nodesIn(laid).map((each) => [each.id, each]));
  const edges = new Map((laid.edges ?? []).map((each) => [each.id, each]));
  return {
    machine: name,
    title: words.title,
    language,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    states: graph.states.map((state): StateBox => {
      const { label = '', lines = [] } = boxes.get(state.id) ?? {};
      const { id, type, parent } = state;
      return { id, label, type, parent, lines, ...area(areas.get(id)) };
    }),
    arrows: arrows.map(({ transitions, lines }): Arrow => {
      const [first] = transitions as [GraphTransition];
      const laidEdge = edges.get(first.id);
      return {
        id: first.id,
        transitions: transitions.map(({ id }) => id),
        source: first.source,
        target: first.targets[0] ?? first.source,
        points: isBackward(graph, first) ? pointsOf(laidEdge).reverse() : pointsOf(laidEdge),
        label: { lines, ...area(laidEdge?.labels?.[0]) },
      };
    }),
    initials: graph.states.flatMap(({ id, initial }) => {
      if (!initial) return [];
      const { x, y, width, height } = area(areas.get(`${id}/initial`));
      const points = pointsOf(edges.get(`${id}/begin`));
      return [{ state: id, x: x + width / 2, y: y + height / 2, points }];
    }),
  };
}

function upsideDown(layout: ChartLayout): ChartLayout {
  const point = ({ x, y }: Point) => ({ x, y: round(layout.height - y) });
  const turned = <T extends Area>(each: T): T => ({
    ...each,
    y: round(layout.height - each.y - each.height),
  });
  return {
    ...layout,
    states: layout.states.map(turned),
    arrows: layout.arrows.map((each) => ({
      ...each,
      points: each.points.map(point),
      label: turned(each.label),
    })),
    initials: layout.initials.map((each) => ({
      ...each,
      ...point(each),
      points: each.points.map(point),
    })),
  };
}

/** Each arrow's transitions: one by one, but those that keep a state together. */
function arrowsOf(graph: MachineGraph): GraphTransition[][] {
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
function isBackward({ states }: MachineGraph, { source, targets }: GraphTransition): boolean {
  const place = (id: string) => states.findIndex((state) => state.id === id);
  return place(targets[0] ?? source) < place(source);
}

function edge(
  graph: MachineGraph,
  { transitions, lines }: { transitions: GraphTransition[]; lines: TextLine[] },
): ElkExtendedEdge {
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

function noted(texts: string[] = []): TextLine[] {
  return texts.map((text) => ({ kind: 'note', text }));
}

function nodesIn(parent: ElkNode): ElkNode[] {
  return (parent.children ?? []).flatMap((child) => [child, ...nodesIn(child)]);
}

function area(laid: { x?: number; y?: number; width?: number; height?: number } | undefined) {
  const { x = 0, y = 0, width = 0, height = 0 } = laid ?? {};
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function pointsOf(laid: ElkExtendedEdge | undefined): Point[] {
  return (laid?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
