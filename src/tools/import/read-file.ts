import { basename } from 'node:path';
import type { SeriesRows } from '#server/vehicles/series-format.ts';
import type { ColumnMeanings } from './file-columns.ts';
import { FieldError, ImportError } from './import-error.ts';
import { wideTable } from './long-table.ts';
import { defaultForm } from './mapping.ts';
import { RowReader } from './row-reader.ts';
import { type Batch, openTable, type Table } from './table.ts';

/**
 * Opens a file and passes a reader for its signals, and its rows, to `use`.
 * @throws {ImportError} that names file, line and column
 */
export async function readFile<T>(
  path: string,
  meanings: ColumnMeanings,
  use: (reader: RowReader, rows: AsyncIterable<SeriesRows>) => Promise<T>,
): Promise<T> {
  const name = basename(path);
  const { form = defaultForm } = meanings;
  const file = await openTable(path, form);
  try {
    const table = form.long ? await wideTable(file, name, form.long) : file;
    const reader = readerOf(table, meanings, name);
    async function* rows() {
      let isEmpty = true;
      for await (const batch of table.batches(reader.wanted)) {
        isEmpty &&= batch.rows === 0;
        for (const part of withoutHeadings(table, batch)) yield reader.read(part);
      }
      if (isEmpty) throw new ImportError(`${name} has a heading row but no data rows`);
    }
    return await use(reader, rows());
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const { record, column, message } = error;
    const line = record === undefined ? 1 : await file.lineOf(record);
    throw new ImportError(`${name} line ${line}, column ${column}: ${message}`);
  } finally {
    await file.close();
  }
}

function* withoutHeadings({ heading }: Table, batch: Batch): Generator<Batch> {
  const { rows, instants, walls } = batch;
  const isHeading = (row: number) =>
    Number.isNaN(instants[row]) &&
    Number.isNaN(walls[row]) &&
    heading.every((name, index) => batch.text(index, row).trim() === name);
  let start = 0;
  for (let row = 0; row <= rows; row++) {
    if (row < rows && !isHeading(row)) continue;
    if (start < row) yield partOf(batch, start, row);
    start = row + 1;
  }
}

const partOf = (batch: Batch, start: number, end: number): Batch => ({
  rows: end - start,
  record: (row) => batch.record(start + row),
  text: (column, row) => batch.text(column, start + row),
  numbers: (column) => batch.numbers(column).subarray(start, end),
  instants: batch.instants.subarray(start, end),
  walls: batch.walls.subarray(start, end),
});

function readerOf(table: Table, meanings: ColumnMeanings, name: string): RowReader {
  try {
    return new RowReader(table, meanings);
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(`${name} ${error.message}`) : error;
  }
}
