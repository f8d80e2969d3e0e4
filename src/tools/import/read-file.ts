import { basename } from 'node:path';
import { FieldError, ImportError } from './import-error.ts';
import { wideTable } from './long-table.ts';
import { type ColumnMeanings, type ImportRow, RowReader } from './row-reader.ts';
import { type Fields, openTable, type Table } from './table.ts';
import { defaultForm } from './table-source.ts';

/**
 * Opens a file and passes a reader for its signals, and its rows, to `use`. A row is valid until
 * the next one is read.
 * @throws {ImportError} that names file, line and column
 */
export async function readFile<T>(
  path: string,
  meanings: ColumnMeanings,
  use: (reader: RowReader, rows: AsyncIterable<Iterable<ImportRow>>) => Promise<T>,
): Promise<T> {
  const name = basename(path);
  const { form = defaultForm } = meanings;
  const file = await openTable(path, form);
  let lineOf = async () => 1;
  try {
    const table = form.long ? await wideTable(file, name, form.long) : file;
    const reader = readerOf(table, meanings, name);
    let last: Fields | undefined;
    function* rowsOf(batch: Iterable<Fields>) {
      for (const fields of batch) {
        last = fields;
        if (!isHeading(table, fields)) yield reader.read(fields);
      }
    }
    async function* rows() {
      lineOf = async () => table.lineOf(last?.record ?? 0);
      for await (const batch of table.batches(reader.wanted)) yield rowsOf(batch);
      if (!last) throw new ImportError(`${name} has a heading row but no data rows`);
    }
    return await use(reader, rows());
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new ImportError(
      `${name} line ${await lineOf()}, column ${error.column}: ${error.message}`,
    );
  } finally {
    await file.close();
  }
}

const isHeading = ({ heading }: Table, fields: Fields) =>
  Number.isNaN(fields.instant) &&
  Number.isNaN(fields.wall) &&
  heading.every((name, index) => fields.text(index).trim() === name);

function readerOf(table: Table, meanings: ColumnMeanings, name: string): RowReader {
  try {
    return new RowReader(table, meanings);
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(`${name} ${error.message}`) : error;
  }
}
