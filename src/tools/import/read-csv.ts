import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { CsvError, type Info, parse } from 'csv-parse';
import { FieldError, ImportError } from './import-error.ts';
import { type ColumnMeanings, type ImportRow, RowReader } from './row-reader.ts';

/** A quote that is never closed is found after this many characters, not at the end of the file. */
const MAX_RECORD = 1024 * 1024;

/**
 * Streams the rows of a CSV file (RFC 4180, UTF-8), first a reader of its signals.
 * @throws {ImportError} that names file, line and column
 */
export async function readCsv(path: string, meanings: ColumnMeanings) {
  const name = basename(path);
  const records = csvRecords(path, name);
  const first = await records.next();
  if (first.done) throw new ImportError(`${name} is empty`);
  const reader = withPlace(name, 1, () => new RowReader(first.value.record, meanings));
  async function* rows(): AsyncGenerator<ImportRow> {
    let count = 0;
    for await (const { record, line } of records) {
      count++;
      yield withPlace(name, line, () => reader.read(record));
    }
    if (count === 0) throw new ImportError(`${name} has a heading, and no rows`);
  }
  return { reader, rows: rows() };
}

async function* csvRecords(
  path: string,
  name: string,
): AsyncGenerator<{ record: string[]; line: number }> {
  const source = createReadStream(path);
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: Info };
      yield { record, line: info.lines };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(`${name}: ${error.message}`);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ImportError(`There is no file ${path}`);
    throw error;
  } finally {
    source.destroy();
  }
}

function withPlace<T>(name: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) {
      throw new ImportError(`${name} line ${line}, column ${error.column}: ${error.message}`);
    }
    if (error instanceof ImportError) throw new ImportError(`${name} ${error.message}`);
    throw error;
  }
}
