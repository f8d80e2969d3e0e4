import type { FileRecord, LongForm } from './file-form.ts';
import { ImportError } from './import-error.ts';

/** More names than any vehicle has signals: the column is another one. */
const MAX_NAMES = 10_000;

/**
 * Records of a table in long form as records with a column for each name, which follow the columns
 * that the rows have beside. Rows that follow each other and have the rest in common become one.
 * @param open begins the table anew: it is read once before for all of its names
 * @param file what errors call it
 * @throws {ImportError}
 */
export async function* wideRecords(
  open: () => AsyncGenerator<FileRecord>,
  file: string,
  form: LongForm,
): AsyncGenerator<FileRecord> {
  const names = await namesIn(open(), file, form);
  if (!names) return;
  const records = open();
  const heading = ((await records.next()).value as FileRecord).record;
  const [signal, value] = [heading.indexOf(form.signal), heading.indexOf(form.value)];
  const restOf = (record: readonly string[]) =>
    record.filter((_, index) => index !== signal && index !== value);
  yield { record: [...restOf(heading), ...names.keys()], line: 1 };
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

/** A row that values are still put into. */
interface OpenRow {
  rest: string[];
  values: string[];
  /** Places that have their value. */
  taken: Set<number>;
  line: number;
}

const recordOf = ({ rest, values, line }: OpenRow): FileRecord => ({
  record: [...rest, ...values],
  line,
});

/** Names of signals with their places, in the order in which they come; null of an empty table. */
async function namesIn(
  records: AsyncGenerator<FileRecord>,
  file: string,
  form: LongForm,
): Promise<Map<string, number> | null> {
  const first = await records.next();
  if (first.done) return null;
  for (const column of [form.signal, form.value])
    if (!first.value.record.includes(column))
      throw new ImportError(`${file} line 1: there is no column ${column} of the long form`);
  const index = first.value.record.indexOf(form.signal);
  const names = new Map<string, number>();
  for await (const { record, line } of records) {
    const name = record[index] ?? '';
    if (name === '') throw new ImportError(`${file} line ${line}, column ${form.signal}: no name`);
    if (!names.has(name)) names.set(name, names.size);
    if (names.size > MAX_NAMES)
      throw new ImportError(`${file}: column ${form.signal} has more than ${MAX_NAMES} names`);
  }
  return names;
}
