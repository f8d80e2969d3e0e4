import { type FullReport, jsonText } from './path-report.ts';

/** One object for one machine, a list for several. */
export function json(reports: readonly FullReport[]): string {
  const shown = reports.map(({ graph, coveredItems, ...report }) => report);
  return `${jsonText(shown.length === 1 ? shown[0] : shown)}\n`;
}
