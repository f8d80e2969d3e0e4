import { ImportError } from './import-error.ts';
import type { FileForm } from './mapping.ts';
import type { Batch, ClosableTable, Table, Wanted } from './table.ts';
import { quoted } from './table-source.ts';

type LongForm = NonNullable<FileForm['long']>;

/** Maximum number of distinct signal names: a column with more values has no signal names. */
const MAX_NAMES = 10_000;

/**
 * Converts a table with one row per value to a table with one column per signal. Consecutive rows
 * that are equal in all other columns become one row.
 * @param file name for error messages
 * @throws {ImportError}
 */
export async function wideTable(
  table: ClosableTable,
  file: string,
  form: LongForm,
): Promise<Table> {
  const { heading } = table;
  const placeOf = (column: string) => {
    const place = heading.indexOf(column);
    if (place >= 0) return place;
    throw new ImportError(`${file} line 1: column ${column} of the long form is missing`);
  };
  const [signal, value] = [placeOf(form.signal), placeOf(form.value)];
  const unit = form.unit === undefined ? undefined : placeOf(form.unit);
  const rest = [...heading.keys()].filter((index) => ![signal, value, unit].includes(index));
  const units = await unitsIn(table, file, form, signal, unit);
  const places = new Map([...units.keys()].map((name, index) => [name, rest.length + index]));

  async function* batches({ numbers, time }: Wanted): AsyncGenerator<Batch> {
    const own = rest.filter((_, index) => numbers.includes(index));
    const wanted = { numbers: [...own, value], time: time.map((index) => rest[index] as number) };
    let row: WideRow | null = null;
    for await (const batch of table.batches(wanted)) {
      const rows: WideRow[] = [];
      for (let index = 0; index < batch.rows; index++) {
        const place = places.get(batch.text(signal, index));
        // Skips a repeated heading.
        if (place === undefined) continue;
        const texts = rest.map((column) => batch.text(column, index));
        const isSame = (text: string, column: number) => text === row?.texts[column];
        if (!row || row.texts[place] !== undefined || !texts.every(isSame)) {
          if (row) rows.push(row);
          row = {
            record: batch.record(index),
            instant: batch.instants[index] as number,
            wall: batch.walls[index] as number,
            texts,
            numbers: [],
          };
          for (const column of own)
            row.numbers[rest.indexOf(column)] = batch.numbers(column)[index] as number;
        }
        row.texts[place] = batch.text(value, index);
        row.numbers[place] = batch.numbers(value)[index] as number;
      }
      yield wideBatch(rows);
    }
    if (row) yield wideBatch([row]);
  }

  return {
    heading: [...rest.map((index) => heading[index] as string), ...units.keys()],
    ...(unit !== undefined && { units }),
    batches,
    lineOf: table.lineOf,
  };
}

interface WideRow {
  record: number;
  instant: number;
  wall: number;
  texts: string[];
  numbers: number[];
}

const wideBatch = (rows: readonly WideRow[]): Batch => ({
  rows: rows.length,
  record: (row) => rows[row]?.record ?? 0,
  text: (column, row) => rows[row]?.texts[column] ?? '',
  numbers: (column) => Float64Array.from(rows, ({ numbers }) => numbers[column] ?? Number.NaN),
  instants: Float64Array.from(rows, ({ instant }) => instant),
  walls: Float64Array.from(rows, ({ wall }) => wall),
});

async function unitsIn(
  { query, lineOf }: ClosableTable,
  file: string,
  form: LongForm,
  signal: number,
  unit: number | undefined,
): Promise<Map<string, string>> {
  const named = `c${signal} as name, ${unit === undefined ? "''" : `trim(c${unit})`} as unit, record`;
  const [[nameless] = []] = await query(`select min(record) from RECORDS where c${signal} = ''`);
  if (typeof nameless === 'bigint')
    throw new ImportError(
      `${file} line ${await lineOf(Number(nameless))}, column ${form.signal}: the signal name is missing`,
    );
  const rows = await query(
    `select name, arg_min(unit, record), min(record), count(distinct unit) from (select ${named} from RECORDS)
     where name <> ${quoted(form.signal)} group by name order by min(record) limit ${MAX_NAMES + 1}`,
  );
  if (rows.length > MAX_NAMES)
    throw new ImportError(`${file}: column ${form.signal} has more than ${MAX_NAMES} names`);
  const units = new Map(rows.map(([name, unit]) => [String(name), String(unit)]));
  if (rows.some(([, , , count]) => Number(count) > 1)) {
    const [[name, other, record] = []] = await query(
      `select name, unit, record from (select *, first(unit) over (partition by name order by record) as above from (select ${named} from RECORDS))
       where unit <> above order by record limit 1`,
    );
    throw new ImportError(
      `${file} line ${await lineOf(Number(record))}, column ${form.unit}: ${name} has the unit «${other}», but «${units.get(String(name))}» above`,
    );
  }
  return units;
}
