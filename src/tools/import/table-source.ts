import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { ImportError } from './import-error.ts';
import type { FileForm } from './mapping.ts';

/** Source of a table for DuckDB, with columns named `c0`, `c1`, … */
export interface Source {
  heading: readonly string[];
  /** Query of all columns, as texts that are never NULL. */
  select: string;
  hasOddNumbers?: boolean;
  /** SQL names of the columns whose type is a number, by index. */
  numbers?: ReadonlyMap<number, string>;
  /** Line of a record, both counted from 1. */
  lineOf(record: number): Promise<number>;
  inWords(message: string): string | Promise<string>;
}

/** Maximum length of a record, to detect an unclosed quote or a missing line break early. */
const MAX_RECORD = 1024 * 1024;

export async function sourceOf(
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

export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

interface Text {
  /** First chunk of the text. */
  head: string;
  /** True if there may be texts that only DuckDB reads as numbers: `1_000`, `+-1`. */
  hasOddNumbers: boolean;
}

/** Gives DuckDB a path without `*`. Copies the file on Windows, where links need administrators. */
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
      // Characters that are searched together with the next one.
      rest = /[\r+]$/.exec(text)?.[0] ?? '';
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
  // Reads each line as a single column, which keeps blank lines. JSON cannot contain the delimiter.
  const read = `read_csv(${quoted(file)}, auto_detect = false, header = false, delim = '\x01', quote = '', escape = '',
    compression = 'none', max_line_size = ${MAX_RECORD}, buffer_size = ${4 * MAX_RECORD}, columns = {line: 'VARCHAR'})`;
  const lines = `(select row_number() over () as number, line from ${read})`;
  // `trim` would take longer than parsing the line.
  const isFull = "not regexp_full_match(line, ' *')";
  const nested = `len(list_filter(json_extract(line, '$.*'), one -> json_type(one) in ('ARRAY', 'OBJECT'))) > 0`;
  const inWords = (message: string) => `${name}: ${csvError(message)}`;
  const run = (sql: string) =>
    rowsOf(connection, sql).catch((error: Error) => {
      throw new ImportError(inWords(error.message));
    });
  const problem = `case when not json_valid(line) or json_type(line) <> 'OBJECT' then ' is not a JSON object'
    when contains(line, '[') or contains(substr(line, 2), '{') then case when ${nested} then ': a value is a list or an object' end end`;
  const isOdd = `keys is null or not starts_with(line, '{') or contains(line, '[') or contains(substr(line, 2), '{')`;
  // NULL stands for lines that may have a problem.
  const found = await run(
    `select distinct unnest(case when odd then list_append(coalesce(keys, []), null) else keys end) as key
     from (select distinct keys, ${isOdd} as odd from (select line, try(json_keys(line)) as keys from ${read} where ${isFull})) order by key`,
  );
  if (found.some(([key]) => key === null)) {
    const [[line, text] = []] = await run(
      `select number, ${problem} as problem from ${lines} where ${isFull} and problem is not null order by number limit 1`,
    );
    if (text) throw new ImportError(`${name} line ${line}${text}`);
  }
  // First the keys of the first line, in their order.
  const first = await run(
    `select unnest(json_keys(line)) from (select line from ${read} where ${isFull} limit 1)`,
  );
  const keys = [...first, ...found].filter(([key]) => key !== null);
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
    select: `select ${columns} from (select json_extract_string(line, [${paths}]) as fields, line from ${read} where ${isFull})`,
    async lineOf(record) {
      const [[line] = []] = await run(
        `select number from ${lines} where ${isFull} limit 1 offset ${record - 1}`,
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
