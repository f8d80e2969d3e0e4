import { jsonOf } from '#server/reports/row-digest.ts';
import { readFile } from './read-file.ts';
import type { ColumnMeanings } from './row-reader.ts';

const SAMPLE = 3;

/**
 * Reads a file as an import does and stores nothing.
 * @returns what would be stored: the number of rows, and the first of them by signal
 * @throws {ImportError} what an import would say of the file
 */
export async function tryImport(path: string, meanings: ColumnMeanings) {
  const { reader, rows } = await readFile(path, meanings);
  const { signals } = reader;
  const sample: string[] = [];
  let count = 0;
  for await (const { at, values } of rows) {
    if (count++ >= SAMPLE) continue;
    const cells = signals.map((name, index) => `"${name}":${jsonOf(values[index] ?? null)}`);
    sample.push(`${new Date(at).toISOString()} {${cells}}`);
  }
  return {
    count,
    sample,
    dropped: reader.notes.count('outOfRange'),
    cutTimes: reader.cutTimes,
  };
}
