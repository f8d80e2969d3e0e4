import type { ChartLayout } from '../drawing/chart-layout.ts';
import type { Chart } from '../drawing/lay-out.ts';
import { escaped } from '../drawing/svg-node.ts';
import { fontSize, type TextLine } from '../drawing/text-lines.ts';
import { standaloneSvg } from './svg.ts';
import { stateTable, type Table, transitionTable } from './tables.ts';

const style = ({ width, height, picture }: Sheet) => `
  :root { color-scheme: light dark; font: 16px/1.5 "Atkinson Hyperlegible Next Variable", "Atkinson Hyperlegible Next", "Noto Sans", "Noto Sans Math", "Noto Sans SC", system-ui, sans-serif }
  body { margin: 2rem; color: #1c2b33; background: #fbf9f5 }
  @media screen and (prefers-color-scheme: dark) { body { color: #ece7dc; background: #11181c } }
  figure { margin: 1rem 0; overflow-x: auto }
  table { border-collapse: collapse } th, td { padding: .3rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid #76828a }
  @page { size: ${width}mm ${height}mm; margin: ${PAPER_MARGIN_MM}mm }
  @media print {
    body { margin: 0; color: #000; background: #fff; font-size: 9pt }
    h1 { margin: 0; font-size: 16pt; line-height: 1.2 } h1 + p { margin: 0 } h2 { font-size: 12pt; break-after: avoid }
    figure { margin: 0; overflow: visible; break-after: page } figure svg { width: ${picture}mm; height: auto }
    table { width: 100% } tr { break-inside: avoid } th, td { padding: .1rem .4rem }
  }`;

/** Writes the picture with its tables as a page to be printed. */
export function html({
  labels,
  layout,
  graph,
}: Pick<Chart, 'labels' | 'layout' | 'graph'>): string {
  const { title, purpose, headings } = labels;
  return `<!doctype html>
<html lang="${layout.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style(sheetOf(layout))}</style></head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(purpose)}</p>${layout.isCoarse ? `\n<p>${escaped(headings.coarse)}</p>` : ''}
<figure tabindex="0">${standaloneSvg(layout)}</figure>
<h2>${escaped(headings.states)}</h2>
${table(stateTable({ graph, labels }))}
<h2>${escaped(headings.transitions)}</h2>
${table(transitionTable({ graph, labels }))}
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

/** ISO 216 paper sizes, landscape, mm, smallest first. */
const sheets = [
  { name: 'A4', width: 297, height: 210 },
  { name: 'A3', width: 420, height: 297 },
  { name: 'A2', width: 594, height: 420 },
] as const;

const PAPER_MARGIN_MM = 6;
const TITLE_HEIGHT_MM = 20;

const MIN_LEGIBLE_POINTS = 7;

const MM_PER_PIXEL = 25.4 / 96;
const POINTS_PER_PIXEL = 0.75;

export interface Sheet {
  name: (typeof sheets)[number]['name'];
  width: number;
  height: number;
  /** Width of the picture on the page, mm. A picture is never enlarged. */
  picture: number;
}

/** Returns the smallest paper size on which the smallest text is legible, or the largest size. */
export function sheetOf(layout: ChartLayout): Sheet {
  const smallest = Math.min(...linesIn(layout).map(({ kind }) => fontSize(kind)));
  const fitted = sheets.map((sheet) => {
    const room = {
      width: sheet.width - 2 * PAPER_MARGIN_MM,
      height: sheet.height - 2 * PAPER_MARGIN_MM,
    };
    const scale = Math.min(
      1,
      room.width / MM_PER_PIXEL / layout.width,
      (room.height - TITLE_HEIGHT_MM) / MM_PER_PIXEL / layout.height,
    );
    return { sheet, scale, picture: layout.width * scale * MM_PER_PIXEL };
  });
  const isLegible = ({ scale }: { scale: number }) =>
    smallest * scale * POINTS_PER_PIXEL >= MIN_LEGIBLE_POINTS;
  const [largest] = fitted.slice(-1) as [(typeof fitted)[number]];
  const { sheet, picture } = fitted.find(isLegible) ?? largest;
  return { ...sheet, picture: Math.floor(picture) };
}

function linesIn({ states, arrows, rails }: ChartLayout): TextLine[] {
  return [
    ...states.flatMap(({ lines }) => lines),
    ...arrows.flatMap(({ label }) => label.lines),
    ...rails.flatMap(({ lines }) => lines),
  ];
}
