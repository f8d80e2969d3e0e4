import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { ImportError } from './import-error.ts';

/** Table with one row per value: names of the columns with the signal's name, value and unit. */
export interface LongForm {
  signal: string;
  value: string;
  unit?: string | undefined;
}

export interface FileForm {
  delimiter: string;
  decimal: '.' | ',';
  thousands?: string | undefined;
  /** Label of the WHATWG Encoding Standard. */
  encoding: string;
  trim?: boolean | undefined;
  long?: LongForm | undefined;
}

export const defaultForm: FileForm = { delimiter: ',', decimal: '.', encoding: 'utf-8' };

/** A record of a table. It is valid until the next record is read. */
export interface Fields {
  /** Counted from 0. */
  readonly record: number;
  text(column: number): string;
  /** NaN if the text is not plainly a number. */
  number(column: number): number;
  /** µs since the epoch of a plain ISO 8601 time with Z; otherwise NaN. */
  readonly instant: number;
  /** µs of a plain ISO 8601 time without an offset, as if in UTC; otherwise NaN. */
  readonly wall: number;
}

export interface Wanted {
  numbers: readonly number[];
  /** Columns of the time, unless it is not in ISO 8601. */
  time: readonly number[];
}

export interface Table {
  heading: readonly string[];
  /** Units that the file states by column, empty for none. */
  units?: ReadonlyMap<string, string>;
  batches(wanted: Wanted): AsyncGenerator<Iterable<Fields>>;
  lineOf(record: number): Promise<number>;
}

export interface ClosableTable extends Table {
  /** Runs SQL over `RECORDS`, which have the columns `c0`, `c1`, … and `record`, counted from 0. */
  query(sql: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** What DuckDB reads. Its columns are named `c0`, `c1`, … */
interface Source {
  heading: readonly string[];
  /** Its columns are texts, and never NULL. */
  select: string;
  hasOddNumbers?: boolean;
  /** Columns that are numbers already. */
  numbers?: ReadonlyMap<number, string>;
  /** Line of a record, both counted from 1. */
  lineOf(record: number): Promise<number>;
  inWords(message: string): string | Promise<string>;
}

/** Maximum length of a record, to detect an unclosed quote or a missing line break early. */
const MAX_RECORD = 1024 * 1024;

const options = {
  memory_limit: '128MB',
  threads: '2',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/**
 * Opens a table with DuckDB. The file name determines the format: JSON Lines, Parquet, otherwise
 * CSV. Text may be compressed with gzip.
 * @throws {ImportError}
 */
export async function openTable(path: string, form: FileForm): Promise<ClosableTable> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-import-'));
  try {
    const connection = await connected(folder);
    return new DuckTable(folder, connection, await sourceOf(path, form, folder, connection), form);
  } catch (error) {
    await rm(folder, { recursive: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ImportError(`${path} cannot be read: ${error.message}`);
  }
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

async function sourceOf(
  path: string,
  form: FileForm,
  folder: string,
  connection: DuckDBConnection,
): Promise<Source> {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const file = join(folder, 'table');
  if (name.endsWith('.parquet')) {
    await (await open(path)).close();
    await link(path, file);
    return parquet(basename(path), file, connection);
  }
  const text = await prepareText(path, form.encoding, file);
  if (/\.(jsonl|ndjson)$/.test(name)) return jsonLines(basename(path), file, connection);
  return csv(basename(path), file, text, form);
}

class DuckTable implements ClosableTable {
  readonly heading: readonly string[];
  readonly #folder: string;
  readonly #connection: DuckDBConnection;
  readonly #source: Source;
  readonly #form: FileForm;

  constructor(folder: string, connection: DuckDBConnection, source: Source, form: FileForm) {
    this.heading = source.heading;
    this.#folder = folder;
    this.#connection = connection;
    this.#source = source;
    this.#form = form;
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }

  lineOf = (record: number) => this.#source.lineOf(record + 1);

  query = (sql: string) =>
    this.#run(
      sql.replace(
        'RECORDS',
        `(select *, row_number() over () - 1 as record from (${this.#source.select}))`,
      ),
    );

  async *batches(wanted: Wanted): AsyncGenerator<Iterable<Fields>> {
    const { heading, select, numbers: known = new Map<number, string>() } = this.#source;
    const numbers = [...new Set([...wanted.numbers, ...known.keys()])];
    const texts = heading.map((_, index) => `c${index}`);
    const moment = wanted.time.map((index) => `c${index}`).join(" || ' ' || ") || "''";
    const inner = `select *, ${moment} as moment, ${momentOf('moment')} as micros from (${select})`;
    const outer = [
      ...texts,
      orNaN("case when suffix(moment, 'Z') then micros end"),
      orNaN("case when not suffix(moment, 'Z') then micros end"),
      ...numbers.map((index) =>
        orNaN(known.get(index) ?? numberIn(`c${index}`, this.#form, this.#source)),
      ),
    ];
    // DuckDB ends a stream silently if it fails. NULL follows the last record.
    const last = outer.map((_, index) => (index < texts.length ? 'null' : '0'));
    const result = await this.#inWords(
      this.#connection.stream(`select ${outer} from (${inner}) union all select ${last}`),
    );
    for (let record = 0; ; ) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      if (chunk.getColumnVector(0).getItem(0) === null) return;
      yield new Batch(chunk, texts.length, numbers, record);
      record += chunk.rowCount;
    }
    await this.#run(
      `select ${[...texts, ...known.values()].map((one) => `max(${one})`)} from (${select})`,
    );
    throw new Error('DuckDB ended the stream early');
  }

  #run = (sql: string) => this.#inWords(rowsOf(this.#connection, sql));

  async #inWords<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      throw new ImportError(await this.#source.inWords((error as Error).message));
    }
  }
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

class Batch implements Fields {
  readonly #chunk: DuckDBDataChunk;
  readonly #vectors: ReturnType<DuckDBDataChunk['getColumnVector']>[] = [];
  readonly #places: number[] = [];
  readonly #texts: number;
  readonly #first: number;
  readonly #rows: number;
  #row = 0;

  constructor(chunk: DuckDBDataChunk, texts: number, numbers: readonly number[], first: number) {
    this.#chunk = chunk;
    this.#first = first;
    this.#rows = chunk.rowCount;
    this.#texts = texts;
    for (const [place, column] of numbers.entries()) this.#places[column] = texts + 2 + place;
  }

  *[Symbol.iterator](): Iterator<Fields> {
    for (; this.#row < this.#rows; this.#row++) yield this;
  }

  get record(): number {
    return this.#first + this.#row;
  }

  text(column: number): string {
    const text = this.#at(column) as string;
    if (text !== '') return text;
    const number = this.number(column);
    if (Number.isNaN(number)) return '';
    return Object.is(number, -0) ? '-0' : String(number);
  }

  number(column: number): number {
    const place = this.#places[column];
    const number = place === undefined ? Number.NaN : (this.#at(place) as number);
    return Number.isFinite(number) ? number : Number.NaN;
  }

  get instant(): number {
    return this.#at(this.#texts) as number;
  }

  get wall(): number {
    return this.#at(this.#texts + 1) as number;
  }

  /** Copies a vector from DuckDB when its first value is needed. */
  #at(place: number) {
    this.#vectors[place] ??= this.#chunk.getColumnVector(place);
    return this.#vectors[place].getItem(this.#row);
  }
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
// NULL would be read bit by bit.
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

interface Text {
  /** The first piece. */
  head: string;
  /** True if there may be texts that only DuckDB reads as numbers: `1_000`, `+-1`. */
  hasOddNumbers: boolean;
}

/** Gives DuckDB a path without `*`. Windows permits links to administrators only. */
const link = (path: string, target: string) =>
  symlink(resolve(path), target).catch(() => copyFile(path, target));

/**
 * Checks a text and provides it to DuckDB in UTF-8, unpacked, with uniform line ends.
 * @throws {ImportError}
 */
async function prepareText(path: string, encoding: string, target: string): Promise<Text> {
  const isPacked = await isGzip(path);
  const isDirect = !isPacked && decoderOf(encoding).encoding === 'utf-8';
  let head: string | undefined;
  const found = { crLf: false, lf: false, odd: false };
  async function* checked(chunks: AsyncIterable<Buffer>) {
    const decoder = decoderOf(encoding);
    let rest = '';
    for await (const chunk of chunks) {
      const text = rest + decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) throw wrongEncoding(basename(path), encoding);
      const values = head === undefined ? text.slice(text.indexOf('\n')) : text;
      head ??= text;
      found.odd ||= values.includes('_') || values.includes('+-');
      found.crLf ||= text.includes('\r\n');
      found.lf ||= /[^\r]\n/.test(text);
      rest = text.endsWith('\r') ? '\r' : '';
      yield text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n');
    }
    yield rest + decoder.decode();
  }
  const read = (sink: Writable) =>
    isPacked
      ? pipeline(createReadStream(path), createGunzip(), checked, sink)
      : pipeline(createReadStream(path), checked, sink);
  try {
    if (isDirect) await read(new Writable({ write: (_, __, done) => done() }));
    if (isDirect && !(found.crLf && found.lf)) await link(path, target);
    else await read(createWriteStream(target));
  } catch (error) {
    throw error instanceof ImportError ? error : inWords(error, basename(path), encoding);
  }
  return { head: head ?? '', hasOddNumbers: found.odd };
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ImportError(`unknown --encoding ${encoding}; known is, for example, windows-1252`);
  }
}

function inWords(error: unknown, name: string, encoding: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return wrongEncoding(name, encoding);
  if (code.startsWith('Z_')) return new ImportError(`${name} is a truncated or damaged gzip file`);
  return error;
}

const wrongEncoding = (name: string, encoding: string) =>
  new ImportError(
    `${name} is not encoded in ${encoding}: set --encoding, for example windows-1252 or utf-16le`,
  );

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}

const OTHERS: Record<string, string> = { ';': "';'", '\t': 'tab', '|': "'|'", ',': "','" };

/** Reads CSV (RFC 4180). The first record is the heading. */
function csv(
  name: string,
  file: string,
  { head, hasOddNumbers }: Text,
  { delimiter, trim }: FileForm,
): Source {
  const blank = /^(\r?\n)*/.exec(head)?.[0].length ?? 0;
  const heading = headingOf(name, head.slice(blank), delimiter);
  const columns = heading.map((_, index) => `c${index}`);
  const read = `read_csv(${quoted(file)}, auto_detect = false, header = true, skip = ${head.slice(0, blank).split('\n').length - 1},
    delim = ${quoted(delimiter)}, quote = '"', escape = '"', compression = 'none', max_line_size = ${MAX_RECORD}, buffer_size = ${4 * MAX_RECORD},
    columns = {${columns.map((column) => `${column}: 'VARCHAR'`)}})`;
  const texts = columns.map((column) => `coalesce(${trim ? `trim(${column})` : column}, '')`);
  return {
    heading,
    select: `select ${texts.map((text, index) => `${text} as c${index}`)} from ${read}`,
    hasOddNumbers,
    lineOf: (record) => lineIn(file, record + 1, false),
    async inWords(message) {
      const record = Number(/Error on Line: (\d+)/.exec(message)?.[1]);
      const line = record ? ` line ${await lineIn(file, record, true)}` : '';
      return `${name}${line}: ${csvError(message)}`;
    },
  };
}

function csvError(message: string): string {
  const [, wanted, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (wanted) return `${found} fields instead of ${wanted}`;
  if (message.includes('unterminated quote')) return 'a quote is not closed, or text follows it';
  if (message.includes('Maximum line size')) return 'the line is too long';
  return message.split('\n', 1).join();
}

function headingOf(name: string, head: string, used: string): string[] {
  const [line = ''] = head.split('\n', 1);
  if (line.trim() === '') throw new ImportError(`${name} is empty`);
  const other = Object.keys(OTHERS).find((sign) => line.includes(sign));
  if (other !== undefined && !line.includes(used)) {
    const sign = other === '\t' ? 'tabs' : `«${other}»`;
    throw new ImportError(
      `${name} line 1: the fields seem to be separated by ${sign}: set --delimiter ${OTHERS[other]}`,
    );
  }
  const heading = [''];
  for (const [part] of head.matchAll(/"(?:[^"]|"")*"|[\s\S]/g)) {
    if (part === '\n' || part === '\r') break;
    if (part === used) heading.push('');
    else
      heading[heading.length - 1] +=
        part.length > 1 ? part.slice(1, -1).replaceAll('""', '"') : part;
  }
  // Blanks are part of a field (RFC 4180), but not of a column name.
  return heading.map((field) => field.trim());
}

/** Returns the line of a record; both are counted from 1. */
async function lineIn(file: string, record: number, isBlankCounted: boolean): Promise<number> {
  let [line, start, records, isQuoted, isBlank] = [1, 1, 0, false, true];
  for await (const text of createReadStream(file, 'utf8'))
    for (const [sign] of (text as string).matchAll(/["\n]|[^"\r\n]+/g)) {
      if (sign === '"') isQuoted = !isQuoted;
      if (sign !== '\n') isBlank = false;
      else {
        line++;
        if (isQuoted) continue;
        if (!isBlank || isBlankCounted) records++;
        if (records === record) return start;
        [start, isBlank] = [line, true];
      }
    }
  return start;
}

/** Reads JSON Lines twice, because lines may omit keys. */
async function jsonLines(
  name: string,
  file: string,
  connection: DuckDBConnection,
): Promise<Source> {
  // A control character is no part of JSON. A table of one column has its blank lines.
  const read = `read_csv(${quoted(file)}, auto_detect = false, header = false, delim = '\x01', quote = '', escape = '',
    compression = 'none', max_line_size = ${MAX_RECORD}, columns = {line: 'VARCHAR'})`;
  const lines = `(select row_number() over () as number, line from ${read})`;
  const nested = `len(list_filter(json_extract(line, '$.*'), one -> json_type(one) in ('ARRAY', 'OBJECT'))) > 0`;
  const inWords = (message: string) => `${name}: ${csvError(message)}`;
  const run = (sql: string) =>
    rowsOf(connection, sql).catch((error: Error) => {
      throw new ImportError(inWords(error.message));
    });
  const problem = `case when not json_valid(line) or json_type(line) <> 'OBJECT' then ' is not a JSON object'
    when contains(line, '[') or contains(ltrim(line)[2:], '{') then case when ${nested} then ': a value is a list or an object' end end`;
  const [[hasProblem] = []] = await run(
    `select bool_or(${problem} is not null) from ${read} where trim(line) <> ''`,
  );
  if (hasProblem) {
    const [[line, text] = []] = await run(
      `select number, ${problem} as problem from ${lines} where trim(line) <> '' and problem is not null order by number limit 1`,
    );
    throw new ImportError(`${name} line ${line}${text}`);
  }
  const keys = [
    // Those of the first line in its order.
    ...(await run(
      `select unnest(json_keys(line)) from (select line from ${read} where trim(line) <> '' limit 1)`,
    )),
    ...(await run(
      `select distinct unnest(keys) as key from (select distinct json_keys(line) as keys from ${read} where trim(line) <> '') order by key`,
    )),
  ];
  const heading = [...new Set(keys.map(([key]) => String(key)))];
  if (heading.length === 0) throw new ImportError(`${name} is empty`);
  const paths = heading.map((key) => quoted(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`));
  const columns = heading.map((key, index) => {
    const value = `coalesce(fields[${index + 1}], '')`;
    // DuckDB loses the sign of −0.
    const zero = quoted(
      `${JSON.stringify(key).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*:\\s*-0\\s*[,}]`,
    );
    return `case when ${value} = '0' and regexp_matches(line, ${zero}) then '-0' else ${value} end as c${index}`;
  });
  return {
    heading,
    // Without the number, DuckDB would extract all fields again for each column.
    select: `select ${columns} from (select json_extract_string(line, [${paths}]) as fields, line, number from ${lines} where trim(line) <> '') where number > 0`,
    async lineOf(record) {
      const [[line] = []] = await run(
        `select number from ${lines} where trim(line) <> '' limit 1 offset ${record - 1}`,
      );
      return Number(line);
    },
    inWords,
  };
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE)$/;
const NESTED = /\[\d*\]$|^(STRUCT|MAP|UNION|JSON|VARIANT|GEOMETRY)/;

async function parquet(name: string, file: string, connection: DuckDBConnection): Promise<Source> {
  const read = `read_parquet(${quoted(file)}, binary_as_string = true)`;
  const inWords = (message: string) => `${name} cannot be read: ${message.split('\n', 1)}`;
  const [types, schema] = await Promise.all([
    rowsOf(connection, `describe select * from ${read}`),
    rowsOf(connection, `select name, logical_type from parquet_schema(${quoted(file)})`),
  ]).catch((error: Error) => {
    throw new ImportError(`${name} is not a Parquet file: ${error.message.split('\n', 1)}`);
  });
  const columns = types.map(([column, type], index) => ({
    column: `"${String(column).replaceAll('"', '""')}"`,
    type: String(type),
    // DuckDB renames columns whose names differ only in case.
    name: String(schema[index + 1]?.[0] ?? column),
    isLocal: /isAdjustedToUTC=(0|false)/.test(String(schema[index + 1]?.[1])),
  }));
  const nested = columns.find(({ type }) => NESTED.test(type));
  if (nested) throw new ImportError(`${name}: column ${nested.name} is a list or a structure`);
  const isNumber = ({ type }: { type: string }) => NUMBER.test(type);
  const texts = columns.map((one) => {
    const text = `${one.column}::varchar`;
    if (/^TIMESTAMP/.test(one.type))
      return one.isLocal ? text : `${one.column}::timestamp_ns::varchar || 'Z'`;
    if (one.type === 'DATE') return `${text} || 'T00:00:00Z'`;
    // Numbers that a double represents are formatted on demand.
    if (isNumber(one))
      return `case when abs(${one.column}::double) < 9007199254740992 then '' else ${text} end`;
    return text;
  });
  const numbers = columns.flatMap((one, index) =>
    isNumber(one) ? [[index, `n${index}`] as const] : [],
  );
  const selected = [
    ...texts.map((text, index) => `coalesce(${text}, '') as c${index}`),
    ...numbers.map(([index, number]) => `${columns[index]?.column}::double as ${number}`),
  ];
  return {
    heading: columns.map((one) => one.name),
    select: `select ${selected} from ${read}`,
    numbers: new Map(numbers),
    lineOf: async (record) => record,
    inWords,
  };
}
