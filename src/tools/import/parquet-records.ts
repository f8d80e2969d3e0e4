import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type SchemaElement,
} from 'hyparquet';
import { decompressors } from '#server/vehicles/series-format.ts';
import { ImportError } from './import-error.ts';
import type { FileRecord } from './text-records.ts';

const compressors = {
  ...decompressors,
  GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)),
  BROTLI: (input: Uint8Array) => new Uint8Array(brotliDecompressSync(input)),
  LZ4_RAW: lz4Block,
};

export async function* parquetRecords(path: string): AsyncGenerator<FileRecord> {
  const name = basename(path);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new ImportError(`${name} is not a Parquet file: ${error.message}`);
  });
  const [, ...columns] = metadata.schema;
  const nested = columns.find(
    ({ num_children, logical_type, converted_type = '' }) =>
      num_children !== undefined || /^[BJ]SON$/.test(logical_type?.type ?? converted_type),
  );
  if (nested) throw new ImportError(`${name}: column ${nested.name} is a list or a structure`);
  const heading = columns.map((column) => column.name);
  yield { record: heading, line: 1 };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      compressors,
      parsers,
    }).catch((error: Error) => {
      throw new ImportError(`${name} cannot be read: ${error.message}`);
    });
    for (const [index, row] of rows.entries())
      yield { record: columns.map((column) => fieldOf(row, column)), line: rowStart + index + 1 };
    rowStart = rowEnd;
  }
}

/**
 * Parsers for timestamps with sub-millisecond precision. They return text, so that the import can
 * count the rows that it truncates to milliseconds.
 */
const parsers = {
  timestampFromMicroseconds: (micros: bigint) => finer(micros, 3),
  timestampFromNanoseconds: (nanos: bigint) => finer(nanos, 6),
};

function finer(count: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits);
  const rest = ((count % unit) + unit) % unit;
  const text = new Date(Number((count - rest) / unit)).toISOString();
  return `${text.slice(0, -1)}${String(rest).padStart(digits, '0')}Z`;
}

function fieldOf(row: Record<string, unknown>, { name, logical_type }: SchemaElement): string {
  const value = row[name];
  if (value === null || value === undefined) return '';
  if (logical_type?.type === 'TIMESTAMP') {
    const instant = value instanceof Date ? value.toISOString() : String(value);
    return logical_type.isAdjustedToUTC ? instant : instant.slice(0, -1);
  }
  if (value instanceof Date) return value.toISOString();
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * Decompresses an LZ4 block, the Parquet codec `LZ4_RAW`. See `lz4_Block_format.md` of LZ4.
 * @throws {RangeError} if the block is damaged
 */
export function lz4Block(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  let [at, end] = [0, 0];
  const byte = () => {
    const value = input[at++];
    if (value === undefined) throw new RangeError('an LZ4 block is truncated');
    return value;
  };
  const length = (short: number) => {
    let sum = short;
    for (let more = short === 15 ? 255 : 0; more === 255; sum += more) more = byte();
    return sum;
  };
  while (at < input.length) {
    const token = byte();
    const literals = length(token >> 4);
    if (at + literals > input.length) throw new RangeError('an LZ4 block is truncated');
    output.set(input.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    // The last sequence has literals only.
    if (at >= input.length) break;
    const offset = byte() | (byte() << 8);
    const stop = end + length(token & 15) + 4;
    if (offset === 0 || offset > end || stop > size)
      throw new RangeError('an LZ4 block is damaged');
    for (; end < stop; end++) output[end] = output[end - offset] as number;
  }
  if (end !== size) throw new RangeError('an LZ4 block is truncated');
  return output;
}
