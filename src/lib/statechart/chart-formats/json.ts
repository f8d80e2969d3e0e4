import type { Chart } from '../drawing/chart.ts';
import type { ChartLayout } from '../drawing/chart-layout.ts';
import type { MachineGraph } from '../graph/graph.ts';

/** One machine as it was when it was exported. */
export interface ChartExport {
  format: 'chart';
  version: 1;
  machine: string;
  title: string;
  purpose: string;
  language: string;
  graph: MachineGraph;
  layout: ChartLayout;
}

/** Graph and layout, for programs that compare versions or draw them. */
export function exported({ name, language, labels, graph, layout }: Chart): ChartExport {
  const { title, purpose } = labels;
  return { format: 'chart', version: 1, machine: name, title, purpose, language, graph, layout };
}

/** The export as indented JSON. */
export function json(chart: Chart): string {
  return `${JSON.stringify(exported(chart), null, 2)}\n`;
}
