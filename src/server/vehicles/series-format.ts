import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import type { SignalValue } from '#contract/data-catalogue.ts';
import { DAY } from '#lib/words/durations.ts';
import { ARRIVAL } from './vehicle-source.ts';

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
