import type { ChartLabels } from '../drawing/chart-labels.ts';
import { escaped } from '../drawing/svg-node.ts';
import { infeasibilityText } from '../paths/infeasibility.ts';
import { coverageDiagram } from './diagram.ts';
import { type MachineSummary, type Measure, measures } from './summary.ts';
import { walkedBy } from './walked-by.ts';

const style = `
  :root { color-scheme: light dark; --bad: #c92a2a; --ink: #212529; --paper: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --bad: #ff8787; --ink: #f1f3f5; --paper: #1a1b1e; }
  }
  body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem; }
  table { border-collapse } th, td { padding: .2rem .8rem; text-align: left; border-bottom: 1px solid #868e96 }
  figure { overflow-x: auto; margin: 1rem 0 }
  .missed { color: var(--bad) }`;

/** Labels of each machine by its name; what has none is shown as in the code. */
type LabelsByMachine = Readonly<Record<string, Partial<ChartLabels>>>;

/** Writes an HTML page: a table, and each machine's diagram with paths to what is uncovered. */
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
<title>What the suites walked</title><style>${style}</style></head>
<body>
<h1>What the suites walked</h1>
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
