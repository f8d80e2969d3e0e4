import type { MachineGraph } from '../graph/graph.ts';
import { type ChartLabels, plainLabels } from './chart-labels.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { Detail } from './chart-lines.ts';
import { elk, type LayoutEngine, layOut, type Notes } from './lay-out.ts';

/** One machine in one language: all that a format writes. */
export interface Chart {
  /** The name that tools and files use. */
  name: string;
  /** BCP 47, as HTML and SVG write it. */
  language: string;
  labels: ChartLabels;
  graph: MachineGraph;
  layout: ChartLayout;
}

export interface ChartOptions {
  /** The machine's own id without. */
  name?: string;
  language?: string;
  labels?: Partial<ChartLabels>;
  /** Who sends what, without. */
  detail?: Detail | undefined;
  notes?: Notes | undefined;
  engine?: LayoutEngine;
}

/** Lays a machine out as a chart; what has no label is shown as in the code. */
export async function chartOf(graph: MachineGraph, options: ChartOptions = {}): Promise<Chart> {
  const {
    name = graph.machine,
    language = 'en',
    detail = 'senders',
    notes,
    engine = elk,
  } = options;
  const labels = { ...plainLabels, title: name, ...options.labels };
  const layout = await layOut({ name, graph, labels, language, detail, notes, engine });
  return { name, language, labels, graph, layout };
}
