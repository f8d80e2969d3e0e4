import { Readable } from 'node:stream';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { FileStorage, Received } from '#server/platform/storage/file-storage.ts';
import {
  compressors,
  dayOf,
  encodingOf,
  GROUP_ROWS,
  INSTANT,
  OBJECT_GROUPS,
  objectPrefix,
  type SeriesColumn,
  schemaOf,
} from './series-format.ts';
import { ARRIVAL, type Value } from './vehicle-source.ts';

const MAX_CHUNK_ROWS = 262_144;
const MAX_CHUNK_VALUES = 4_194_304;

export interface WrittenObject {
  id: string;
  first: number;
  last: number;
  rows: number;
  counts: Record<string, number>;
  size: number;
  sha256: string;
}

export interface SeriesRow {
  at: number;
  arrived?: number | null;
  values: readonly Value[];
}

const APPROXIMATE_BYTES_PER_VALUE = 4;

type Cut = [start: number, end: number];

/**
 * Writes the rows of a vehicle as objects sorted by time. Rows with the same time keep their order.
 * Memory holds one chunk. `publishObjects` makes the rows visible.
 */
export class SeriesWriter {
  readonly #storage: FileStorage;
  readonly #prefix: string;
  readonly #columns: readonly SeriesColumn[];
  readonly #limit: number;
  readonly #received: Received[] = [];
  readonly #written: WrittenObject[] = [];
  #chunk: Chunk;

  constructor(storage: FileStorage, vehicleId: string, columns: readonly SeriesColumn[]) {
    this.#storage = storage;
    this.#prefix = objectPrefix(vehicleId);
    this.#columns = columns;
    this.#limit = Math.min(MAX_CHUNK_ROWS, Math.ceil(MAX_CHUNK_VALUES / columns.length));
    this.#chunk = new Chunk(columns);
  }

  add = (row: SeriesRow) => this.addAll([row]);

  /** Copies the rows, so that the caller may change and reuse them. */
  async addAll(rows: Iterable<SeriesRow>): Promise<void> {
    for (const row of rows) this.#chunk.add(row);
    if (this.#chunk.rows >= this.#limit) await this.#flush();
  }

  async finish(): Promise<WrittenObject[]> {
    await this.#flush();
    for (const received of this.#received) await received.persist();
    return this.#written;
  }

  async discard(): Promise<void> {
    for (const received of this.#received) {
      await received.discard();
      await this.#storage.erase(received.id, 'its import ended early');
    }
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk.inTime();
    this.#chunk = new Chunk(this.#columns);
    const cuts = cutsOf(chunk.at.all);
    for (let start = 0; start < cuts.length; start += OBJECT_GROUPS)
      await this.#store(chunk, cuts.slice(start, start + OBJECT_GROUPS));
  }

  async #store(chunk: Chunk, cuts: readonly Cut[]): Promise<void> {
    const [begin, end] = [cuts[0]?.[0] ?? 0, cuts.at(-1)?.[1] ?? 0];
    const { bytes, counts } = encode(this.#columns, chunk, cuts);
    const received = await this.#storage.receive(Readable.from([bytes]), this.#prefix);
    this.#received.push(received);
    const { id, size, sha256 } = received;
    const [first, last] = [chunk.at.all[begin] ?? 0, chunk.at.all[end - 1] ?? 0];
    this.#written.push({ id, first, last, rows: end - begin, counts, size, sha256 });
  }
}

/** A growing column of numbers, in a typed array, which is stored compactly and written fastest. */
class Numbers {
  #values = new Float64Array(256);
  #length = 0;

  push(value: number | null): void {
    if (this.#length === this.#values.length) {
      const values = new Float64Array(2 * this.#length);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#length++] = value ?? Number.NaN;
  }

  get all(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  slice([start, end]: Cut): Float64Array | (number | null)[] {
    const values = this.all.subarray(start, end);
    for (const value of values)
      if (Number.isNaN(value)) return Array.from(values, (one) => (Number.isNaN(one) ? null : one));
    return values;
  }

  inOrder(order: readonly number[]): Numbers {
    const ordered = new Numbers();
    for (const index of order) ordered.push(this.#values[index] ?? null);
    return ordered;
  }
}

class Values {
  readonly #values: Value[] = [];
  push = (value: Value) => void this.#values.push(value);
  slice = (cut: Cut) => this.#values.slice(...cut);

  inOrder(order: readonly number[]): Values {
    const ordered = new Values();
    for (const index of order) ordered.push(this.#values[index] ?? null);
    return ordered;
  }
}

class Chunk {
  rows = 0;
  hasArrivals = false;
  at = new Numbers();
  arrived = new Numbers();
  columns: (Numbers | Values)[];

  constructor(columns: readonly SeriesColumn[]) {
    this.columns = columns.map(({ value }) =>
      value === 'number' || value === 'integer' ? new Numbers() : new Values(),
    );
  }

  add({ at, arrived = null, values }: SeriesRow): void {
    this.rows++;
    this.at.push(at);
    this.arrived.push(arrived);
    this.hasArrivals ||= arrived !== null;
    for (let index = 0; index < this.columns.length; index++)
      this.columns[index]?.push((values[index] ?? null) as never);
  }

  inTime(): Chunk {
    const at = this.at.all;
    if (isInTime(at)) return this;
    const order = [...at.keys()].sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
    this.at = this.at.inOrder(order);
    this.arrived = this.arrived.inOrder(order);
    this.columns = this.columns.map((column) => column.inOrder(order));
    return this;
  }
}

function isInTime(instants: Float64Array): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const at of instants) {
    if (at < before) return false;
    before = at;
  }
  return true;
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
  chunk: Chunk,
  cuts: readonly Cut[],
): { bytes: Buffer; counts: Record<string, number> } {
  const { hasArrivals } = chunk;
  const bytes = new ByteWriter(APPROXIMATE_BYTES_PER_VALUE * chunk.rows * columns.length);
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
      { name: INSTANT, data: BigInt64Array.from(chunk.at.all.subarray(...cut), BigInt), ...packed },
      ...(hasArrivals
        ? [{ name: ARRIVAL, data: Array.from(chunk.arrived.slice(cut), instant), ...packed }]
        : []),
      ...columns.map((column, index) => {
        const encoding = encodingOf(column);
        const data = chunk.columns[index]?.slice(cut) ?? [];
        const count = data instanceof Float64Array ? data.length : withValue(data);
        if (count > 0) counts[column.name] = (counts[column.name] ?? 0) + count;
        return { name: column.name, data, ...(encoding && { encoding }) };
      }),
    ];
    writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  writer.finish();
  return { bytes: Buffer.from(bytes.getBuffer()), counts };
}

const withValue = (values: readonly Value[]) => values.filter((value) => value !== null).length;
const instant = (at: number | null) => (at === null ? null : BigInt(at));
