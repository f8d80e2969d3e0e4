import type { Chart } from '../drawing/chart.ts';
import { escaped } from '../drawing/svg-node.ts';
import { standaloneSvg } from './svg.ts';
import { stateTable, type Table, transitionTable } from './tables.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif }
  body { margin: 2rem; color: #1c2b33; background: #fbf9f5 }
  @media (prefers-color-scheme: dark) { body { color: #ece7dc; background: #11181c } }
  figure { margin: 1rem 0; overflow-x: auto }
  table { border-collapse: collapse } th, td { padding: .3rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid #76828a }
  @media print { @page { size: landscape } figure { overflow: visible } svg { max-width: 100%; height: auto } }`;

/** A page by itself: the picture, and the same as tables. */
export function html(chart: Chart): string {
  const { title, purpose } = chart.labels;
  return `<!doctype html>
<html lang="${chart.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(purpose)}</p>
<figure tabindex="0">${standaloneSvg(chart.layout)}</figure>
${table(stateTable(chart))}
${table(transitionTable(chart))}
</body></html>
`;
}

function table([heading = [], ...rows]: Table): string {
  const head = heading.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${escaped(first)}</th>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}
