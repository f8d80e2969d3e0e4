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

/** A state as a box. Boxes of children lie inside. */
export interface StateBox extends Area {
  id: string;
  /** Its plain label, for those who do not see the picture. */
  label: string;
  type: GraphState['type'];
  parent: string | null;
  lines: TextLine[];
}

/** One line with its label; several transitions that keep the same state share one. */
export interface Arrow {
  id: string;
  /** The graph's transitions that it stands for. */
  transitions: string[];
  source: string;
  target: string;
  /** The rail that gathers it; its line ends there. */
  rail?: string;
  points: Point[];
  label: Area & { lines: TextLine[] };
}

/** One transition that several states have alike: its label, and the arrow from there. */
export interface Rail extends Area {
  id: string;
  target: string;
  lines: TextLine[];
  points: Point[];
}

/** Mark at the initial state of a compound state. */
export interface InitialMark extends Point {
  state: string;
  points: Point[];
}

/** One machine in one language, laid out: px, from the top left. JSON-serialisable. */
export interface ChartLayout {
  machine: string;
  title: string;
  language: string;
  width: number;
  height: number;
  states: StateBox[];
  arrows: Arrow[];
  /** Where the lines of arrows that name one meet. */
  rails: Rail[];
  initials: InitialMark[];
}
