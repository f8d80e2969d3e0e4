import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { DAY } from '#lib/words/durations.ts';
import { olderThan } from '#server/platform/storage/local-files.ts';
import { ImportError } from './import-error.ts';
import type { FileForm } from './mapping.ts';
import { quoted, rowsOf, type Source, sourceOf } from './table-source.ts';

/** Consecutive records of a table. */
export interface Batch {
  readonly rows: number;
  /** Counted from 0. */
  record(row: number): number;
  text(column: number, row: number): string;
  /** NaN: the field is empty. Infinity: its text is not plainly a number. */
  numbers(column: number): Float64Array;
  /** µs since the epoch of plain ISO 8601 times with Z; otherwise NaN. */
  readonly instants: Float64Array;
  /** µs of plain ISO 8601 times without an offset, as if in UTC; otherwise NaN. */
  readonly walls: Float64Array;
}

export interface Wanted {
  numbers: readonly number[];
  /** Columns of the time if it is in ISO 8601; otherwise empty. */
  time: readonly number[];
}

export interface Table {
  heading: readonly string[];
  /** Units by column, if the file states them; an empty unit means none. */
  units?: ReadonlyMap<string, string>;
  batches(wanted: Wanted): AsyncGenerator<Batch>;
  lineOf(record: number): Promise<number>;
}

export interface ClosableTable extends Table {
  /** Runs SQL over `RECORDS`, which have the columns `c0`, `c1`, … and `record`, counted from 0. */
  query(sql: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

const options = {
  memory_limit: '128MB',
  threads: '2',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

const FOLDER = 'portal-import-';

/**
 * Opens a table with DuckDB. The file name determines the format: JSON Lines, Parquet, otherwise
 * CSV. Text may be compressed with gzip.
 * @throws {ImportError}
 */
export async function openTable(path: string, form: FileForm): Promise<ClosableTable> {
  await removeLeftOver();
  const folder = await mkdtemp(join(tmpdir(), FOLDER));
  try {
    const connection = await connected(folder);
    return duckTable(folder, connection, await sourceOf(path, form, folder, connection), form);
  } catch (error) {
    await rm(folder, { recursive: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ImportError(`${path} cannot be read: ${error.message}`);
  }
}

/** Removes what killed imports left over. It may contain the data of vehicles. */
async function removeLeftOver(): Promise<void> {
  // Another user's folder cannot be removed.
  for (const name of await olderThan(tmpdir(), Date.now() - DAY))
    if (name.startsWith(FOLDER))
      await rm(join(tmpdir(), name), { recursive: true }).catch(() => {});
}

async function connected(folder: string): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause: Error) => {
    throw new ImportError(
      `DuckDB cannot be loaded on ${process.platform} ${process.arch}; install the package with its optional dependencies: ${cause.message.split('\n', 1)}`,
    );
  });
  const instance = await DuckDBInstance.create(':memory:', { ...options, temp_directory: folder });
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  return connection;
}

function duckTable(
  folder: string,
  connection: DuckDBConnection,
  source: Source,
  form: FileForm,
): ClosableTable {
  const run = (sql: string) => inWords(rowsOf(connection, sql));
  const inWords = <T>(result: Promise<T>) =>
    result.catch(async (error: Error): Promise<T> => {
      throw new ImportError(await source.inWords(error.message));
    });
  async function* batches(wanted: Wanted): AsyncGenerator<Batch> {
    const { heading, select, numbers: known = new Map<number, string>() } = source;
    const numbers = [...new Set([...wanted.numbers, ...known.keys()])];
    const texts = heading.map((_, index) => `c${index}`);
    const moment = wanted.time.map((index) => `c${index}`).join(" || ' ' || ") || "''";
    const parsed = numbers.flatMap((index) =>
      known.has(index) ? [] : [`${numberIn(`c${index}`, form, source)} as n${index}`],
    );
    const inner = `select ${['*', `${moment} as moment`, `${momentOf('moment')} as micros`, ...parsed]} from (${select})`;
    const outer = [
      ...texts,
      orNaN("case when suffix(moment, 'Z') then micros end"),
      orNaN("case when not suffix(moment, 'Z') then micros end"),
      ...numbers.map(
        (index) =>
          `coalesce(case when isfinite(n${index}) then n${index} end, case when c${index} = '' then 'NaN' else 'Infinity' end::double)`,
      ),
    ];
    // DuckDB ends a failed stream silently, so a row of NULL marks the end of a complete stream.
    const last = outer.map((_, index) => (index < texts.length ? 'null' : '0'));
    const result = await inWords(
      connection.stream(`select ${outer} from (${inner}) union all select ${last}`),
    );
    for (let record = 0; ; ) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      if (chunk.getColumnVector(0).getItem(0) === null) return;
      yield new DuckBatch(chunk, texts.length, numbers, record);
      record += chunk.rowCount;
    }
    await run(
      `select ${[...texts, ...known.values()].map((one) => `max(${one})`)} from (${select})`,
    );
    throw new Error('DuckDB ended the stream early');
  }
  return {
    heading: source.heading,
    batches,
    lineOf: (record) => source.lineOf(record + 1),
    query: (sql) =>
      run(
        sql.replace(
          'RECORDS',
          `(select *, row_number() over () - 1 as record from (${source.select}))`,
        ),
      ),
    async close() {
      connection.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class DuckBatch implements Batch {
  readonly #chunk: DuckDBDataChunk;
  readonly #doubles: Float64Array[] = [];
  readonly #places: number[] = [];
  readonly #texts: number;
  readonly #first: number;
  readonly rows: number;

  constructor(chunk: DuckDBDataChunk, texts: number, numbers: readonly number[], first: number) {
    this.#chunk = chunk;
    this.#first = first;
    this.rows = chunk.rowCount;
    this.#texts = texts;
    for (const [place, column] of numbers.entries()) this.#places[column] = texts + 2 + place;
  }

  record = (row: number) => this.#first + row;

  text(column: number, row: number): string {
    const text = this.#chunk.getColumnVector(column).getItem(row) as string;
    if (text !== '' || this.#places[column] === undefined) return text;
    const number = this.numbers(column)[row] ?? Number.NaN;
    if (Number.isNaN(number)) return '';
    return Object.is(number, -0) ? '-0' : String(number);
  }

  numbers = (column: number) => this.#at(this.#places[column] ?? -1);

  get instants(): Float64Array {
    return this.#at(this.#texts);
  }

  get walls(): Float64Array {
    return this.#at(this.#texts + 1);
  }

  /** Copies a vector from DuckDB when its first value is needed. */
  #at(place: number): Float64Array {
    this.#doubles[place] ??= doublesOf(this.#chunk.getColumnVector(place));
    return this.#doubles[place];
  }
}

function doublesOf(vector: DuckDBVector): Float64Array {
  const doubles = new Float64Array(vector.itemCount);
  for (let row = 0; row < doubles.length; row++) doubles[row] = vector.getItem(row) as number;
  return doubles;
}

// Avoids NULL, for which the DuckDB client tests a bit mask for each value.
const orNaN = (sql: string) => `coalesce(${sql}, 'NaN'::double)`;

function numberIn(
  column: string,
  { decimal, thousands }: FileForm,
  { hasOddNumbers = true }: Source,
): string {
  const others = [...(hasOddNumbers ? ['_', '+-'] : []), ...(decimal === ',' ? ['.'] : [])];
  const isOther = [...others, thousands].flatMap((sign) =>
    sign === undefined ? [] : `contains(${column}, ${quoted(sign)})`,
  );
  const plain = decimal === ',' ? `replace(${column}, ',', '.')` : column;
  return `case when not (${isOther.join(' or ') || 'false'}) then try_cast(${plain} as double) end`;
}

const MOMENT = '\\d{4}-\\d\\d-\\d\\d[T ]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?Z?';
const momentOf = (column: string) =>
  `case when regexp_full_match(${column}, '${MOMENT}') then epoch_us(try_cast(${column} as timestamp))::double end`;
