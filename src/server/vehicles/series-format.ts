import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SignalValue } from '#contract/data-catalogue.ts';
import { DAY } from '#lib/words/durations.ts';
import { ARRIVAL, type Value } from './vehicle-source.ts';

export const INSTANT = 'at';
/** Maximum rows per row group, which never crosses midnight (UTC), and row groups per object. */
export const GROUP_ROWS = 8192;
export const OBJECT_GROUPS = 256;

export interface SeriesColumn {
  name: string;
  value: SignalValue;
}

const kinds = {
  // Without a dictionary, which would turn −0 into 0.
  number: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT' },
  integer: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT' },
  boolean: { type: 'BOOLEAN', encoding: 'RLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', encoding: undefined },
} as const satisfies Record<SignalValue, unknown>;

export function kindOf(value: SignalValue) {
  const { encoding: _, ...type } = kinds[value];
  return type;
}

export const encodingOf = ({ value }: SeriesColumn) => kinds[value].encoding;

export function schemaOf(columns: readonly SeriesColumn[], hasArrivals: boolean): SchemaElement[] {
  const instant = { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' } as const;
  return [
    { name: 'series', num_children: columns.length + (hasArrivals ? 2 : 1) },
    { name: INSTANT, ...instant, repetition_type: 'REQUIRED' },
    ...(hasArrivals ? [{ name: ARRIVAL, ...instant, repetition_type: 'OPTIONAL' } as const] : []),
    ...columns.map(
      ({ name, value }): SchemaElement => ({ name, ...kindOf(value), repetition_type: 'OPTIONAL' }),
    ),
  ];
}

export const compressors = {
  ZSTD: (input: Uint8Array) => plain(zstdCompressSync(input)),
};

/** Size in bytes below which the highest compression level takes only a few ms. */
const SHORT = 65_536;
const best = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

export const thoroughCompressors = {
  ZSTD: (input: Uint8Array) =>
    plain(zstdCompressSync(input, input.length < SHORT ? best : undefined)),
};

export const decompressors = {
  ZSTD: (input: Uint8Array) => plain(zstdDecompressSync(input)),
};

const plain = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer, byteOffset, byteLength);

export const dayOf = (at: number) => Math.floor(at / DAY);

export const objectPrefix = (vehicleId: string) =>
  `${createHash('sha256').update(vehicleId).digest('hex').slice(0, 16)}-`;

/** In a typed array, NaN means no value. */
export type SeriesValues = Float64Array | Value[];

/** Rows by column. Numbers are in typed arrays. */
export interface SeriesRows {
  at: Float64Array;
  arrived: Float64Array;
  values: readonly SeriesValues[];
}

export interface EncodedObject {
  bytes: Uint8Array<ArrayBuffer>;
  first: number;
  last: number;
  rows: number;
  /** Number of values by signal, of signals with values. */
  counts: Record<string, number>;
}

const APPROXIMATE_BYTES_PER_VALUE = 4;

type Cut = [start: number, end: number];

/** Encodes rows as objects sorted by time. Rows with the same time keep their order. */
export function encodeSeries(columns: readonly SeriesColumn[], rows: SeriesRows): EncodedObject[] {
  const sorted = inTime(rows);
  const cuts = cutsOf(sorted.at);
  const objects: EncodedObject[] = [];
  for (let start = 0; start < cuts.length; start += OBJECT_GROUPS)
    objects.push(encode(columns, sorted, cuts.slice(start, start + OBJECT_GROUPS)));
  return objects;
}

function inTime(rows: SeriesRows): SeriesRows {
  const { at, arrived, values } = rows;
  if (at.every((instant, row) => row === 0 || instant >= (at[row - 1] as number))) return rows;
  const order = [...at.keys()].sort((a, b) => (at[a] as number) - (at[b] as number));
  const sorted = <T extends SeriesValues>(column: T) =>
    column.map((_, row) => column[order[row] as number] as never) as T;
  return { at: sorted(at), arrived: sorted(arrived), values: values.map(sorted) };
}

function cutsOf(instants: Float64Array): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  let day = dayOf(instants[0] ?? 0);
  for (let index = 0; index < instants.length; index++) {
    const own = dayOf(instants[index] ?? 0);
    if (index - start < GROUP_ROWS && own === day) continue;
    cuts.push([start, index]);
    [start, day] = [index, own];
  }
  if (start < instants.length) cuts.push([start, instants.length]);
  return cuts;
}

function encode(
  columns: readonly SeriesColumn[],
  { at, arrived, values }: SeriesRows,
  cuts: readonly Cut[],
): EncodedObject {
  const hasArrivals = !arrived.every(Number.isNaN);
  const [begin, end] = [cuts[0]?.[0] ?? 0, cuts.at(-1)?.[1] ?? 0];
  const bytes = new ByteWriter(APPROXIMATE_BYTES_PER_VALUE * (end - begin) * columns.length);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns, hasArrivals),
    codec: 'ZSTD',
    compressors,
    createdBy: 'vehicle-data-access-portal',
  });
  const packed = { encoding: 'DELTA_BINARY_PACKED' } as const;
  const counts: Record<string, number> = {};
  for (const cut of cuts) {
    const columnData = [
      { name: INSTANT, data: BigInt64Array.from(at.subarray(...cut), BigInt), ...packed },
      ...(hasArrivals
        ? [{ name: ARRIVAL, data: Array.from(valuesIn(arrived, cut), instant), ...packed }]
        : []),
      ...columns.map((column, index) => {
        const encoding = encodingOf(column);
        const data = valuesIn(values[index] ?? [], cut);
        const count = data instanceof Float64Array ? data.length : withValue(data);
        if (count > 0) counts[column.name] = (counts[column.name] ?? 0) + count;
        return { name: column.name, data, ...(encoding && { encoding }) };
      }),
    ];
    writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  writer.finish();
  const [first, last] = [at[begin] ?? 0, at[end - 1] ?? 0];
  return { bytes: new Uint8Array(bytes.getBuffer()), first, last, rows: end - begin, counts };
}

/** Returns a typed array, which is written fastest, if no value is missing. */
function valuesIn(column: SeriesValues, [start, end]: Cut): SeriesValues {
  if (Array.isArray(column)) return column.slice(start, end);
  const values = column.subarray(start, end);
  return values.some(Number.isNaN)
    ? Array.from(values, (value) => (Number.isNaN(value) ? null : value))
    : values;
}

const withValue = (values: readonly Value[]) => values.filter((value) => value !== null).length;
const instant = (at: Value) => (at === null ? null : BigInt(at));
