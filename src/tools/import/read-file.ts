import { basename } from 'node:path';
import { csvRecords } from './csv-records.ts';
import { type FileForm, type FileRecord, usualForm } from './file-form.ts';
import { FieldError, ImportError } from './import-error.ts';
import { jsonRecords } from './json-records.ts';
import { wideRecords } from './long-form.ts';
import { parquetRecords } from './parquet-records.ts';
import { type ColumnMeanings, type ImportRow, RowReader } from './row-reader.ts';

/**
 * Streams the rows of a file, first a reader of its signals. Its form is known by its name: JSON Lines,
 * Parquet, else CSV; what is text may be packed by gzip.
 * @throws {ImportError} that names file, line and column
 */
export async function readFile(path: string, meanings: ColumnMeanings) {
  const name = basename(path);
  const records = recordsOf(path, meanings);
  const first = await records.next().catch((error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ImportError(`${path} cannot be read: ${error.message}`);
  });
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

function recordsOf(path: string, { form = usualForm }: ColumnMeanings): AsyncGenerator<FileRecord> {
  const open = () => tableOf(path, form);
  return form.long ? wideRecords(open, basename(path), form.long) : open();
}

function tableOf(path: string, form: FileForm): AsyncGenerator<FileRecord> {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (name.endsWith('.parquet')) return parquetRecords(path);
  if (/\.(jsonl|ndjson)$/.test(name)) return jsonRecords(path, form.encoding);
  return csvRecords(path, form);
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
