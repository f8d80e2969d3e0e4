import { type MachineSummary, measures, walkedBy } from './summary.ts';

export function coverageText(summaries: readonly MachineSummary[]): string {
  const rows = [
    ['machine', ...measures, 'walked by'],
    ...summaries.map((summary) => [
      summary.machine,
      ...measures.map((measure) => `${summary[measure].covered}/${summary[measure].total}`),
      walkedBy(summary),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const missing = summaries.flatMap((summary) =>
    measures.flatMap((measure) =>
      summary[measure].uncovered.map(
        ({ item, start, path }) =>
          `${summary.machine} ${measure}: ${item}\n  ${[start, ...path].join(' → ')}`,
      ),
    ),
  );
  return `${[...table, ...(missing.length ? ['', 'Not covered:', ...missing] : [])].join('\n')}\n`;
}
