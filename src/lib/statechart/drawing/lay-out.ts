import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import type { ChartLabels } from './chart-labels.ts';
import type { Area, Arrow, ChartLayout, Point, StateBox } from './chart-layout.ts';
import { arrowLines, stateLines } from './chart-lines.ts';
import { arrowsOf, elkGraph, isBackward } from './elk-graph.ts';
import type { TextLine } from './text-lines.ts';

/** Lines beside those of the graph: figures, visits. Room is kept for them in the layout. */
export interface Notes {
  ofState(id: string): string[];
  ofTransition(id: string): string[];
}

const elk = new ELK();

/** Subject of a layout: a machine, and all text in its picture. */
interface Subject {
  name: string;
  graph: MachineGraph;
  labels: ChartLabels;
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
  { name, graph, labels, language, notes }: Subject,
  headers: 'top' | 'bottom',
): Promise<ChartLayout> {
  const boxes = new Map(
    graph.states.map((state) => {
      const label = labels.states[state.id] ?? (state.parent === null ? labels.title : state.key);
      const lines = [
        ...stateLines(graph, state, { label, events: labels.events }),
        ...noteLines(notes?.ofState(state.id)),
      ];
      return [state.id, { label, lines }];
    }),
  );
  const arrows = arrowsOf(graph).map((transitions) => ({
    transitions,
    lines: transitions.flatMap((each) => [
      ...arrowLines(each, labels.events),
      ...noteLines(notes?.ofTransition(each.id)),
    ]),
  }));
  const laid = await elk.layout<ElkNode>(
    elkGraph(graph, arrows, headers, (id) => boxes.get(id)?.lines ?? []),
  );
  const areas = new Map(nodesIn(laid).map((each) => [each.id, each]));
  const edges = new Map((laid.edges ?? []).map((each) => [each.id, each]));
  return {
    machine: name,
    title: labels.title,
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

function noteLines(texts: string[] = []): TextLine[] {
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
