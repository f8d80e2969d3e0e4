import type { GraphState } from '../graph/graph.ts';
import type { TextLine } from './text-lines.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

export interface StateBox extends Area {
  id: string;
  label: string;
  type: GraphState['type'];
  parent: string | null;
  lines: TextLine[];
}

/** Arrow with its label. Several transitions between the same states share one arrow. */
export interface Arrow {
  id: string;
  transitions: string[];
  source: string;
  target: string;
  rail?: string;
  points: Point[];
  label: Area & { lines: TextLine[] };
}

/** Label shared by several states: their arrows lead to it, and one leads to the target. */
export interface Rail extends Area {
  id: string;
  target: string;
  lines: TextLine[];
  points: Point[];
}

export interface InitialMark extends Point {
  state: string;
  points: Point[];
}

/** Layout of one machine in one language, in px from the top left. JSON-serialisable. */
export interface ChartLayout {
  machine: string;
  title: string;
  language: string;
  /** The machine is large: lines may be longer and cross more often than necessary. */
  isCoarse: boolean;
  width: number;
  height: number;
  /** Without the root if its box would only repeat the title. */
  states: StateBox[];
  arrows: Arrow[];
  rails: Rail[];
  initials: InitialMark[];
}
