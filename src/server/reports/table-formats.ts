import type { Row } from '#lib/encrypted-xlsx/cells.ts';

/** A form of a table as text: its beginning, and each row. */
export interface TableFormat {
  extension: string;
  head(columns: readonly string[]): string;
  line(columns: readonly string[], row: Row): string;
}

/** RFC 4180, UTF-8: a header, CRLF; no value is an empty field, an empty text a quoted one. */
export const csv: TableFormat = {
  extension: 'csv',
  head: (columns) => `${columns.map(csvField).join(',')}\r\n`,
  line: (columns, row) => `${columns.map((_, index) => csvField(row[index])).join(',')}\r\n`,
};

/** JSON Lines: an object a row, by column; what has no value is left out. */
export const jsonLines: TableFormat = {
  extension: 'jsonl',
  head: () => '',
  line(columns, row) {
    const fields = columns.flatMap((column, index) => {
      const value = row[index] ?? null;
      return value === null ? [] : [`${JSON.stringify(column)}:${JSON.stringify(value)}`];
    });
    return `{${fields.join(',')}}\n`;
  },
};

/** Characters that a field is quoted for; blanks at its edges, too, so that no reader drops them. */
const SPECIAL = /[",\r\n]|^\s|\s$|^$/;

function csvField(cell: Row[number] | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  return typeof cell === 'string' && SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CHUNK = 128 * 1024;

/** A table as text in chunks; memory does not grow with rows. */
export async function* textOf(
  format: TableFormat,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer, void> {
  let text = format.head(columns);
  for await (const batch of batches)
    for (const row of batch) {
      text += format.line(columns, row);
      if (text.length < CHUNK) continue;
      yield Buffer.from(text);
      text = '';
    }
  yield Buffer.from(text);
}
