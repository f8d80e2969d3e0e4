import { exactDecimal, type Row } from '#lib/encrypted-xlsx/cells.ts';
import { parquetOf } from './parquet.ts';
import { jsonOf } from './row-digest.ts';
import { columnNames, type Table } from './table-metadata.ts';

/** A form of a table: a file of its own in the package. */
export interface TableFormat {
  extension: string;
  /** The table in chunks; memory does not grow with rows. */
  chunks(table: Table, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array, void>;
}

/** A form of a table as text: its beginning, and each row. */
interface TextFormat {
  head(columns: readonly string[]): string;
  line(columns: readonly string[], row: Row): string;
}

/** RFC 4180, UTF-8: a header, CRLF; no value is an empty field, an empty text a quoted one. */
const csvText: TextFormat = {
  head: (columns) => `${columns.map(csvField).join(',')}\r\n`,
  line: (columns, row) => `${columns.map((_, index) => csvField(row[index])).join(',')}\r\n`,
};

/** JSON Lines: an object a row, by column; what has no value is left out. */
const jsonLinesText: TextFormat = {
  head: () => '',
  line(columns, row) {
    const fields = columns.flatMap((column, index) => {
      const value = row[index] ?? null;
      return value === null ? [] : [`${JSON.stringify(column)}:${jsonOf(value)}`];
    });
    return `{${fields.join(',')}}\n`;
  },
};

/** Characters that a field is quoted for; blanks at its edges, too, so that no reader drops them. */
const SPECIAL = /[",\r\n]|^\s|\s$|^$/;

function csvField(cell: Row[number] | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'number' ? exactDecimal(cell) : String(cell);
  return typeof cell === 'string' && SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CHUNK = 128 * 1024;

/** A table as text in chunks; memory does not grow with rows. */
async function* textOf(
  format: TextFormat,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void> {
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

const inText = (extension: string, format: TextFormat): TableFormat => ({
  extension,
  chunks: (table, batches) => textOf(format, columnNames(table), batches),
});

/** The forms of each table in the package. */
export const tableFormats: readonly TableFormat[] = [
  inText('csv', csvText),
  inText('jsonl', jsonLinesText),
  { extension: 'parquet', chunks: parquetOf },
];
