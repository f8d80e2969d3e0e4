import type { ChartExport } from '#lib/statechart/drawing/chart-export.ts';
import type { Chart } from '../chart.ts';

/** Graph and layout: what the pages compare, and other programs read. */
export function json({ machine, language, words, graph, layout }: Chart): string {
  const { title, purpose } = words;
  const exported: ChartExport = {
    format: 'chart',
    version: 1,
    machine,
    title,
    purpose,
    language,
    graph,
    layout,
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}
