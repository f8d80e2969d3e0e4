import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import type { SignalValue } from '#contract/data-catalogue.ts';

/** The column of instants; those of signals have their VSS names. */
export const INSTANT = 'at';
/** The column of the instants at which rows arrived, where that is known. */
export const ARRIVAL = 'arrived';
/** Most rows of a row group, which never reaches over the end of a day (UTC). */
export const GROUP_ROWS = 8192;
/** Most row groups of an object: what is read before its first row grows with them. */
export const OBJECT_GROUPS = 256;
const DAY = 24 * 60 * 60 * 1000;

/** A signal of a series. */
export interface SeriesColumn {
  name: string;
  value: SignalValue;
}

/** The Parquet type and the encoding of a kind of value. */
const kinds = {
  // Dictionaries would take −0 for 0.
  number: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT' },
  integer: { type: 'DOUBLE', encoding: 'BYTE_STREAM_SPLIT' },
  boolean: { type: 'BOOLEAN', encoding: 'RLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', encoding: undefined },
} as const satisfies Record<SignalValue, unknown>;

/** The Parquet type of a kind of value. */
export function kindOf(value: SignalValue) {
  const { encoding: _, ...type } = kinds[value];
  return type;
}

export const encodingOf = ({ value }: SeriesColumn) => kinds[value].encoding;

/** The schema of an object with the given columns. */
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

/** Zstandard as Node has it. */
export const compressors = {
  ZSTD: (input: Uint8Array) => plain(zstdCompressSync(input)),
};

/** Below these bytes the best that Zstandard does takes a few ms. */
const SHORT = 65_536;
const best = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

/** The same, and columns of a short drive as small as can be. */
export const thoroughCompressors = {
  ZSTD: (input: Uint8Array) =>
    plain(zstdCompressSync(input, input.length < SHORT ? best : undefined)),
};

export const decompressors = {
  ZSTD: (input: Uint8Array) => plain(zstdDecompressSync(input)),
};

const plain = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The day (UTC) of an instant. */
export const dayOf = (at: number) => Math.floor(at / DAY);

/** What the ids of all objects of a vehicle begin with, those that no row names too. */
export const objectPrefix = (vehicleId: string) =>
  `${createHash('sha256').update(vehicleId).digest('hex').slice(0, 16)}-`;
