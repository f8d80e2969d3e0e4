import { basename } from 'node:path';
import { type FileRecord, MAX_RECORD } from './file-form.ts';
import { fileText } from './file-text.ts';
import { ImportError } from './import-error.ts';

type Line = Record<string, unknown>;

/**
 * Records of JSON Lines, first the keys as heading: a line may leave out what it has no value for, so
 * the file is read once before for all of its keys.
 */
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

/** Digits that a number may not hold: they are read as text then. */
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

function objectOf(text: string, name: string, line: number): Line {
  try {
    const value: unknown = LONG.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
  } catch {}
  throw new ImportError(`${name} line ${line} is no JSON object`);
}

/** Whole numbers past 2^53 as they are written, the rest as it is. */
const asWritten = (_: string, value: unknown, context?: { source?: string }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
