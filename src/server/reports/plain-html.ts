import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}' +
  'table{border-collapse:collapse;display:block;overflow-x:auto}' +
  'th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:start;vertical-align:top}';

/** A page that needs nothing else: each list of rows is a table under its heading. */
export function htmlPage(language: string, title: string, sections: readonly Section[]): string {
  const body = sections.map(({ heading, rows }) => {
    const [first, ...others] = rows;
    const isHead = first?.every((cell) => typeof cell === 'object' && cell !== null) ?? false;
    const lines = (isHead ? others : rows)
      .map((row) => `<tr>${cellsOf(row, 'td')}</tr>`)
      .join('\n');
    const head = isHead ? `<thead><tr>${cellsOf(first ?? [], 'th')}</tr></thead>` : '';
    return `<h2>${escaped(heading)}</h2>\n<table>${head}<tbody>\n${lines}\n</tbody></table>`;
  });
  const name = escaped(title);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${STYLE}</style></head>
<body><h1>${name}</h1>
${body.join('\n')}
</body></html>
`;
}

/** Rows under a heading; a first row of bold cells heads the columns. */
export interface Section {
  heading: string;
  rows: readonly Row[];
}

function cellsOf(row: Row, tag: 'td' | 'th'): string {
  const scope = tag === 'th' ? ' scope="col"' : '';
  return row.map((cell) => `<${tag}${scope}>${escaped(textOfCell(cell))}</${tag}>`).join('');
}

const textOfCell = (cell: Cell) =>
  cell === null ? '' : typeof cell !== 'object' ? String(cell) : textOfObject(cell);

function textOfObject(cell: Exclude<Cell, string | number | boolean | null>): string {
  if ('bold' in cell) return cell.bold;
  return 'link' in cell ? cell.link : new Date(cell.reading).toISOString();
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => entities[found] ?? found);
