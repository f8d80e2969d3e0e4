import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import {
  type GraphState,
  type GraphTransition,
  isListed,
  type MachineGraph,
} from '../graph/graph.ts';
import { type ChartLabels, plainLabels } from './chart-labels.ts';
import type { Arrow, ChartLayout, Point, Rail, StateBox } from './chart-layout.ts';
import { arrowLines, type Detail, stateLines } from './chart-lines.ts';
import { detoursOf, drawnEdges } from './drawn-edges.ts';
import type { Direction, Segment } from './edge-segments.ts';
import {
  type ElkInput,
  elkGraph,
  isEnteredByDefault,
  labelSegment,
  railId,
  stubId,
} from './elk-graph.ts';
import { lineWidth, type TextLine } from './text-lines.ts';

export interface Notes {
  ofState(id: string): string[];
  ofTransition(id: string): string[];
}

export type LayoutEngine = (graph: ElkNode) => Promise<ElkNode>;

const bundled = new ELK();
export const elk: LayoutEngine = (graph) => bundled.layout<ElkNode>(graph);

export interface Chart {
  name: string;
  /** BCP 47. */
  language: string;
  labels: ChartLabels;
  graph: MachineGraph;
  layout: ChartLayout;
}

export interface ChartOptions {
  name?: string;
  language?: string;
  labels?: Partial<ChartLabels>;
  detail?: Detail;
  notes?: Notes | undefined;
  /** Size that the picture should fill, px. Defaults to a page on a wide screen. */
  room?: Room;
  engine?: LayoutEngine;
}

type Room = Pick<ChartLayout, 'width' | 'height'>;

/** Lays out a machine as a chart. States and events without a label show their names. */
export async function chartOf(graph: MachineGraph, options: ChartOptions = {}): Promise<Chart> {
  const {
    name = graph.machine,
    language = 'en',
    detail = 'senders',
    notes,
    room = WIDE_SCREEN,
    engine = elk,
  } = options;
  const labels = { ...plainLabels, title: name, ...options.labels };
  const layout = await layOut({ name, graph, labels, language, detail, notes, room, engine });
  return { name, language, labels, graph, layout };
}

/** The layout engine ran out of stack or memory. */
export class ChartTooLarge extends Error {}

type Subject = Omit<Chart, 'layout'> & {
  detail: Detail;
  notes: Notes | undefined;
  room: Room;
  engine: LayoutEngine;
};

const WIDE_SCREEN = { width: 1376, height: 740 };

const MAX_TURNABLE = 4;

/** Above this number of arrows, the exact layout takes minutes. */
const MAX_EXACT_ARROWS = 60;

/**
 * Lays out the machine along its main flow. Tries both directions of every state with children and
 * keeps the layout with the largest text when scaled to its room. A large machine is laid out
 * coarsely, in one direction.
 * @throws {ChartTooLarge}
 */
async function layOut(subject: Subject): Promise<ChartLayout> {
  const { graph, room } = subject;
  const arrows = graph.transitions.filter((each) => !isListed(each));
  if (arrows.length > MAX_EXACT_ARROWS) return layOutIn(subject, () => 'RIGHT', true);
  const turnable = [
    ...graph.states.filter((state) => hasInnerTransitions(graph, state)),
    ...detoursOf(graph),
  ].slice(0, MAX_TURNABLE);
  let best: ChartLayout | undefined;
  for (let choice = 0; choice < 2 ** turnable.length; choice++) {
    const down = new Set(turnable.filter((_, index) => choice & (1 << index)).map(({ id }) => id));
    const layout = await layOutIn(subject, (id) => (down.has(id) ? 'DOWN' : 'RIGHT'));
    if (!best || zoomToFit(room, layout) > zoomToFit(room, best)) best = layout;
  }
  if (!best) throw new Error('A machine has a root');
  return best;
}

/** Returns true for a root that would only repeat the title around the picture. It is not drawn. */
function isFrame(
  { transitions }: MachineGraph,
  { id, parent, type }: GraphState,
  lines: TextLine[],
) {
  return (
    parent === null &&
    type === 'compound' &&
    lines.every(({ kind }) => kind === 'label') &&
    !transitions.some(
      ({ kind, source, targets }) => kind !== 'initial' && [source, ...targets].includes(id),
    )
  );
}

function hasInnerTransitions({ transitions }: MachineGraph, { children }: GraphState): boolean {
  const isInside = (id: string) =>
    children.some((child) => id === child || id.startsWith(`${child}.`));
  return transitions.some(
    ({ kind, source, targets: [target = source] }) =>
      kind !== 'initial' && source !== target && isInside(source) && isInside(target),
  );
}

const zoomToFit = (room: Room, { width, height }: Room) =>
  Math.min(room.width / width, room.height / height);

async function layOutIn(
  { name, graph, labels, language, detail, notes, engine }: Subject,
  directionOf: (id: string) => Direction,
  isCoarse = false,
): Promise<ChartLayout> {
  const boxes = new Map(
    graph.states.map((state) => {
      const label = labels.states[state.id] ?? (state.parent === null ? labels.title : state.key);
      const noted = noteLines(notes?.ofState(state.id));
      const width = Math.max(0, ...noted.map(lineWidth));
      const lines = [...stateLines(graph, state, { label, labels, detail, width }), ...noted];
      return [state.id, { label, lines: isFrame(graph, state, lines) ? [] : lines }];
    }),
  );
  const edges = drawnEdges(graph);
  const own = (each: GraphTransition) => arrowLines(graph, each, { labels, detail });
  const noted = ({ id }: GraphTransition) => noteLines(notes?.ofTransition(id));
  const input: ElkInput = {
    graph,
    edges,
    directionOf,
    isCoarse,
    linesOf: (id) => boxes.get(id)?.lines ?? [],
    edgeLines: ({ isRail, transitions }) =>
      isRail ? transitions.slice(0, 1).flatMap(own) : sharedLabel(transitions, own, noted),
  };
  const drawing = elkGraph(input);
  const arranged = await engine(drawing.root).catch((cause) => {
    const size = `${graph.states.length} states and ${graph.transitions.length} transitions`;
    throw new ChartTooLarge(`${name} is too large to draw (${size}).`, { cause });
  });
  const nodes = new Map(nodesIn(arranged).map((each) => [each.id, each]));
  const pieces = new Map(
    [arranged, ...nodes.values()].flatMap((each) =>
      (each.edges ?? []).map((edge) => [edge.id, edge]),
    ),
  );
  const lineOf = (id: string, isBackward = false) => {
    const points = joinedPoints(drawing.lines.get(id) ?? [], pieces);
    return isBackward ? points.reverse() : points;
  };
  const labelOf = (id: string) => {
    const piece = labelSegment(drawing.lines, drawing.lines.get(id) ?? []);
    return area(pieces.get(piece?.id ?? '')?.labels?.[0]);
  };
  // The keyboard order of arrows is the order of their declaration.
  const orderOf = (id: string) => graph.transitions.findIndex((each) => each.id === id);
  return {
    machine: name,
    title: labels.title,
    language,
    isCoarse,
    width: Math.ceil(arranged.width ?? 0),
    height: Math.ceil(arranged.height ?? 0),
    states: graph.states.flatMap(({ id, type, parent }): StateBox[] => {
      const { label = '', lines = [] } = boxes.get(id) ?? {};
      return lines.length > 0 ? [{ id, label, type, parent, lines, ...area(nodes.get(id)) }] : [];
    }),
    arrows: edges
      .flatMap(({ id, transitions, isRail, isBackward }) =>
        isRail
          ? transitions.map(
              (each): Arrow => ({
                ...endsOf([each]),
                rail: id,
                points: lineOf(stubId(each.id), isBackward),
                label: { lines: [], ...area(undefined) },
              }),
            )
          : [
              {
                ...endsOf(transitions),
                points: lineOf(id, isBackward),
                label: {
                  lines: input.edgeLines({ id, transitions, isRail, isBackward }),
                  ...labelOf(id),
                },
              },
            ],
      )
      .toSorted((a, b) => orderOf(a.id) - orderOf(b.id)),
    rails: edges
      .filter(({ isRail }) => isRail)
      .map((edge): Rail => {
        const [first] = edge.transitions as [GraphTransition];
        return {
          id: edge.id,
          target: first.targets[0] ?? first.source,
          lines: input.edgeLines(edge),
          points: lineOf(edge.id, edge.isBackward),
          ...area(nodes.get(railId(edge.id))),
        };
      }),
    initials: graph.states.flatMap(({ id, initial }) => {
      if (!initial || !isEnteredByDefault(graph, id)) return [];
      const { x, y, width, height } = area(nodes.get(`${id}/initial`));
      return [{ state: id, x: x + width / 2, y: y + height / 2, points: lineOf(`${id}/begin`) }];
    }),
  };
}

function endsOf(transitions: readonly GraphTransition[]) {
  const [first] = transitions as [GraphTransition];
  const { id, source, targets } = first;
  return {
    id,
    transitions: transitions.map((each) => each.id),
    source,
    target: targets[0] ?? source,
  };
}

function joinedPoints(
  segments: readonly Segment[],
  pieces: ReadonlyMap<string, ElkExtendedEdge>,
): Point[] {
  const points = segments
    .flatMap(({ id }) => pointsOf(pieces.get(id)))
    .filter(({ x, y }, index, all) => all[index - 1]?.x !== x || all[index - 1]?.y !== y);
  return points.filter(({ x, y }, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const isStraight = (before?.x === x && after?.x === x) || (before?.y === y && after?.y === y);
    return !(before && after && isStraight);
  });
}

function sharedLabel(
  transitions: readonly GraphTransition[],
  own: (each: GraphTransition) => TextLine[],
  noted: (each: GraphTransition) => TextLine[],
): TextLine[] {
  const byText = Map.groupBy(transitions, (each) => JSON.stringify(own(each)));
  const shown = [...byText.values()].map((alike) => [
    ...alike.slice(0, 1).flatMap(own),
    ...alike.flatMap(noted),
  ]);
  return shown.length > 1 ? shown.flatMap(withBullet) : shown.flat();
}

function withBullet([first, ...rest]: readonly TextLine[]): TextLine[] {
  return first ? [{ ...first, text: `• ${first.text}` }, ...rest] : [];
}

function noteLines(texts: string[] = []): TextLine[] {
  return texts.map((text) => ({ kind: 'note', text }));
}

function nodesIn(parent: ElkNode): ElkNode[] {
  return (parent.children ?? []).flatMap((child) => [child, ...nodesIn(child)]);
}

function area(node: { x?: number; y?: number; width?: number; height?: number } | undefined) {
  const { x = 0, y = 0, width = 0, height = 0 } = node ?? {};
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function pointsOf(edge: ElkExtendedEdge | undefined): Point[] {
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
