import type { MachineGraph } from '../graph/graph.ts';
import type { ChartLayout } from './chart-layout.ts';

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
