import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CsvError, type Info, parse } from 'csv-parse';
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

export interface FileRecord {
  record: string[];
  line: number;
  /** With the heading of a long form: units by column, empty for none. */
  units?: ReadonlyMap<string, string>;
}

/** Maximum length of a record, to detect an unclosed quote or a missing line break early. */
const MAX_RECORD = 1024 * 1024;

async function* fileText(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  const isPacked = await isGzip(path);
  const source = createReadStream(path);
  let bytes: AsyncIterable<Buffer> = source;
  if (isPacked) {
    const unpacked = createGunzip();
    source.on('error', (error) => unpacked.destroy(error));
    bytes = source.pipe(unpacked);
  }
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) throw wrongEncoding(basename(path), encoding);
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw inWords(error, basename(path), encoding);
  } finally {
    source.destroy();
  }
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

/** Reads the records of CSV (RFC 4180). The first record is the heading. */
export async function* csvRecords(
  path: string,
  { delimiter, encoding, trim }: FileForm,
): AsyncGenerator<FileRecord> {
  const name = basename(path);
  const source = Readable.from(withDelimiter(fileText(path, encoding), name, delimiter));
  const parser = parse({
    delimiter,
    info: true,
    // The parser would also trim tabs.
    trim: trim === true && delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let heading: string[] | undefined;
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: Info };
      // Blanks are part of a field (RFC 4180), but not of a column name.
      const isHeading = heading?.every((field, index) => record[index]?.trim() === field);
      if (!heading) {
        heading = record.map((field) => field.trim());
        yield { record: heading, line: info.lines };
      } else if (!isHeading) yield { record, line: info.lines };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(`${name}: ${error.message}${hint(error)}`);
    throw error;
  } finally {
    source.destroy();
  }
}

const hint = ({ code, field }: CsvError & { field?: unknown }) =>
  code === 'INVALID_OPENING_QUOTE' && String(field).trim() === '' ? ' (see --trim)' : '';

async function* withDelimiter(text: AsyncIterable<string>, name: string, used: string) {
  let isHeading = true;
  for await (const piece of text) {
    const [heading = ''] = isHeading ? piece.split('\n', 1) : [];
    const other = Object.keys(OTHERS).find((sign) => heading.includes(sign));
    if (other !== undefined && !heading.includes(used)) {
      const sign = other === '\t' ? 'tabs' : `«${other}»`;
      throw new ImportError(
        `${name} line 1: the fields seem to be separated by ${sign}: set --delimiter ${OTHERS[other]}`,
      );
    }
    isHeading = false;
    yield piece;
  }
}

type Line = Record<string, unknown>;

/** Reads JSON Lines twice, because lines may omit keys. The first record has all keys. */
export async function* jsonRecords(path: string, encoding: string): AsyncGenerator<FileRecord> {
  const name = basename(path);
  const keys = new Set<string>();
  for await (const { object } of lines(path, name, encoding))
    for (const key of Object.keys(object)) keys.add(key);
  if (keys.size === 0) return;
  const heading = [...keys];
  yield { record: heading, line: 1 };
  for await (const { object, line } of lines(path, name, encoding))
    yield { record: heading.map((key) => fieldOf(object[key], `${name} line ${line}`)), line };
}

const LONG = /\d{16}/;

function fieldOf(value: unknown, place: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') throw new ImportError(`${place}: a value is a list or an object`);
  return Object.is(value, -0) ? '-0' : String(value);
}

async function* lines(path: string, name: string, encoding: string) {
  let line = 0;
  let rest = '';
  for await (const text of fileText(path, encoding)) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > MAX_RECORD) throw new ImportError(`${name} line ${line + 1} is too long`);
    for (const part of parts) {
      line++;
      if (part.trim() !== '') yield { object: objectOf(part, name, line), line };
    }
  }
  if (rest.trim() !== '') yield { object: objectOf(rest, name, line + 1), line: line + 1 };
}

/** Texts, and numbers that JSON lacks but Python and others write. */
const TEXT_OR_NOT_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

function objectOf(text: string, name: string, line: number): Line {
  try {
    const json = /NaN|Infinity/.test(text)
      ? text.replace(TEXT_OR_NOT_FINITE, (part) => (part.startsWith('"') ? part : `"${part}"`))
      : text;
    const value: unknown = LONG.test(json) ? JSON.parse(json, asWritten) : JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
  } catch {}
  throw new ImportError(`${name} line ${line} is not a JSON object`);
}

/** Preserves the digits of whole numbers beyond 2^53. */
const asWritten = (_: string, value: unknown, context?: { source?: string }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
