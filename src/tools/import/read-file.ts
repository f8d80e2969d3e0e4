import { basename } from 'node:path';
import { FieldError, ImportError } from './import-error.ts';
import { parquetRecords } from './parquet-records.ts';
import { type ColumnMeanings, type ImportRow, RowReader } from './row-reader.ts';
import {
  csvRecords,
  defaultForm,
  type FileForm,
  type FileRecord,
  jsonRecords,
  type LongForm,
} from './text-records.ts';

/**
 * Opens a file and returns a reader for its signals, and its rows. The file name determines the
 * format: JSON Lines, Parquet, otherwise CSV. Text may be compressed with gzip.
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
  const reader = withPlace(name, 1, () => {
    const { record, units } = first.value;
    return new RowReader(record, meanings, units);
  });
  async function* rows(): AsyncGenerator<ImportRow> {
    let count = 0;
    for await (const { record, line } of records) {
      count++;
      yield withPlace(name, line, () => reader.read(record));
    }
    if (count === 0) throw new ImportError(`${name} has a heading row but no data rows`);
  }
  return { reader, rows: rows() };
}

function recordsOf(
  path: string,
  { form = defaultForm }: ColumnMeanings,
): AsyncGenerator<FileRecord> {
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

/** Maximum number of distinct signal names: a column with more values has no signal names. */
const MAX_NAMES = 10_000;

/**
 * Converts a table with one row per value to a table with one column per signal. Consecutive rows
 * that are equal in all other columns become one row.
 * @param open opens the table; it is read twice, the first time for the names
 * @param file name for error messages
 * @throws {ImportError}
 */
async function* wideRecords(
  open: () => AsyncGenerator<FileRecord>,
  file: string,
  form: LongForm,
): AsyncGenerator<FileRecord> {
  const found = await namesIn(open(), file, form);
  if (!found) return;
  const { names, units } = found;
  const records = open();
  const heading = ((await records.next()).value as FileRecord).record;
  const [signal, value] = [heading.indexOf(form.signal), heading.indexOf(form.value)];
  const own = columnsOf(form).map((column) => heading.indexOf(column));
  const restOf = (record: readonly string[]) => record.filter((_, index) => !own.includes(index));
  yield { record: [...restOf(heading), ...names.keys()], line: 1, units };
  let row: OpenRow | null = null;
  for await (const { record, line } of records) {
    const rest = restOf(record);
    const place = names.get(record[signal] ?? '') as number;
    if (!row || row.taken.has(place) || row.rest.some((text, index) => text !== rest[index])) {
      if (row) yield recordOf(row);
      row = { rest, values: Array(names.size).fill(''), taken: new Set(), line };
    }
    row.values[place] = record[value] ?? '';
    row.taken.add(place);
  }
  if (row) yield recordOf(row);
}

interface OpenRow {
  rest: string[];
  values: string[];
  taken: Set<number>;
  line: number;
}

const recordOf = ({ rest, values, line }: OpenRow): FileRecord => ({
  record: [...rest, ...values],
  line,
});

const columnsOf = ({ signal, value, unit }: LongForm) =>
  [signal, value, unit].filter((column) => column !== undefined);

async function namesIn(
  records: AsyncGenerator<FileRecord>,
  file: string,
  form: LongForm,
): Promise<{ names: Map<string, number>; units: Map<string, string> } | null> {
  const first = await records.next();
  if (first.done) return null;
  for (const column of columnsOf(form))
    if (!first.value.record.includes(column))
      throw new ImportError(`${file} line 1: column ${column} of the long form is missing`);
  const index = first.value.record.indexOf(form.signal);
  const ofUnit = form.unit === undefined ? -1 : first.value.record.indexOf(form.unit);
  const names = new Map<string, number>();
  const units = new Map<string, string>();
  for await (const { record, line } of records) {
    const name = record[index] ?? '';
    if (name === '')
      throw new ImportError(
        `${file} line ${line}, column ${form.signal}: the signal name is missing`,
      );
    if (!names.has(name)) names.set(name, names.size);
    const unit = record[ofUnit]?.trim() ?? '';
    if ((units.get(name) ?? unit) !== unit)
      throw new ImportError(
        `${file} line ${line}, column ${form.unit}: ${name} is in «${unit}», and above in «${units.get(name)}»`,
      );
    if (form.unit !== undefined) units.set(name, unit);
    if (names.size > MAX_NAMES)
      throw new ImportError(`${file}: column ${form.signal} has more than ${MAX_NAMES} names`);
  }
  return { names, units };
}
