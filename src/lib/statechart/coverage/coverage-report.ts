import { standaloneSvg } from '../chart-formats/svg.ts';
import type { ChartLabels } from '../drawing/chart-labels.ts';
import type { Mark } from '../drawing/draw-chart.ts';
import { chartOf } from '../drawing/lay-out.ts';
import { escaped } from '../drawing/svg-node.ts';
import { infeasibilityText } from '../paths/criteria.ts';
import { type MachineSummary, type Measure, measures, walkedBy } from './summary.ts';

const style = `
  :root { color-scheme: light dark; --bad: #c92a2a; --ink: #212529; --paper: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --bad: #ff8787; --ink: #f1f3f5; --paper: #1a1b1e; }
  }
  body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem; }
  table { border-collapse } th, td { padding: .2rem .8rem; text-align: left; border-bottom: 1px solid #868e96 }
  figure { overflow-x: auto; margin: 1rem 0 }
  .missed { color: var(--bad) }`;

type LabelsByMachine = Readonly<Record<string, Partial<ChartLabels>>>;

export async function coveragePage(
  summaries: readonly MachineSummary[],
  labels: LabelsByMachine = {},
): Promise<string> {
  const sections = await Promise.all(
    summaries.map((summary) => section(summary, labels[summary.machine])),
  );
  const rows = summaries.map(
    (summary) =>
      `<tr><th scope="row"><a href="#${summary.machine}">${summary.machine}</a></th>${measures
        .map((measure) => cell(summary, measure))
        .join('')}<td>${escaped(walkedBy(summary))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Machine coverage by test suites</title><style>${style}</style></head>
<body>
<h1>Machine coverage by test suites</h1>
<table><thead><tr><th>Machine</th>${measures.map((name) => `<th>${name}</th>`).join('')}<th>walked by</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
${sections.join('\n')}
</body></html>
`;
}

function cell(summary: MachineSummary, measure: Measure): string {
  const { covered, total } = summary[measure];
  return `<td${covered < total ? ' class="missed"' : ''}>${covered} of ${total}</td>`;
}

async function section(
  summary: MachineSummary,
  labels: Partial<ChartLabels> | undefined,
): Promise<string> {
  const lists = measures.flatMap((measure) => [
    ...list(
      `${measure} not covered, each with a path to it`,
      summary[measure].uncovered,
      (each) =>
        `<b>${escaped(each.item)}</b><br>${escaped([each.start, ...each.path].join(' → '))}`,
    ),
    ...list(
      `${measure} that cannot be covered`,
      summary[measure].infeasible,
      (each) => `<b>${escaped(each.item)}</b><br>${escaped(infeasibilityText(each))}`,
    ),
  ]);
  return `<h2 id="${summary.machine}">${summary.machine}</h2>
<figure>${await coverageDiagram(summary, labels)}</figure>
${lists.join('\n')}`;
}

function list<T>(title: string, items: readonly T[], show: (item: T) => string): string[] {
  if (items.length === 0) return [];
  return [`<h3>${title}</h3><ul>${items.map((item) => `<li>${show(item)}</li>`).join('')}</ul>`];
}

export async function coverageDiagram(
  { machine, graph, visits }: MachineSummary,
  labels: Partial<ChartLabels> = {},
): Promise<string> {
  const count = (id: string) => visits.transitions[id] ?? 0;
  const { layout } = await chartOf(graph, {
    name: machine,
    labels,
    notes: { ofState: () => [], ofTransition: (id) => [`×${count(id)}`] },
  });
  const marks: [string, Mark][] = [
    ...graph.states.map(({ id, parent }): [string, Mark] => {
      const isVisited = parent === null || (visits.states[id] ?? 0) > 0;
      return [id, { tone: isVisited ? 'good' : 'bad' }];
    }),
    ...graph.transitions.map(({ id }): [string, Mark] => {
      const weight = 1.4 + Math.log10(Math.max(1, count(id)));
      return [id, { tone: count(id) > 0 ? 'good' : 'bad', weight }];
    }),
  ];
  return standaloneSvg(layout, { marks: Object.fromEntries(marks) });
}

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
