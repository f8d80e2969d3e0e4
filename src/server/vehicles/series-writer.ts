import { Readable } from 'node:stream';
import { Threads } from '#server/platform/jobs/threads.ts';
import type { FileStorage, Received } from '#server/platform/storage/file-storage.ts';
import {
  type EncodedObject,
  encodeSeries,
  objectPrefix,
  type SeriesColumn,
  type SeriesRows,
} from './series-format.ts';
import type { Value } from './vehicle-source.ts';

const MAX_CHUNK_ROWS = 131_072;
const MAX_CHUNK_VALUES = 2_097_152;

export interface WrittenObject extends Omit<EncodedObject, 'bytes'> {
  id: string;
  size: number;
  sha256: string;
}

export interface SeriesRow {
  at: number;
  arrived?: number | null;
  values: readonly Value[];
}

const threads = new Threads<Parameters<typeof encodeSeries>, EncodedObject[]>(
  new URL('./encode-worker.ts', import.meta.url),
  { resourceLimits: { maxYoungGenerationSizeMb: 16 }, env: {} },
);

function encodeInThread(columns: readonly SeriesColumn[], rows: SeriesRows) {
  const buffers = [rows.at, rows.arrived, ...rows.values].flatMap((column) =>
    column instanceof Float64Array ? [column.buffer as ArrayBuffer] : [],
  );
  return threads.run([columns, rows], undefined, buffers);
}

/**
 * Writes the rows of a vehicle as objects sorted by time. Rows with the same time keep their order.
 * Memory holds two chunks: a thread encodes a full one while the next one is filled.
 * `publishObjects` makes the rows visible.
 */
export class SeriesWriter {
  readonly #storage: FileStorage;
  readonly #prefix: string;
  readonly #columns: readonly SeriesColumn[];
  readonly #limit: number;
  readonly #received: Received[] = [];
  readonly #written: WrittenObject[] = [];
  #chunk: Chunk;
  #storing = Promise.resolve();

  constructor(storage: FileStorage, vehicleId: string, columns: readonly SeriesColumn[]) {
    this.#storage = storage;
    this.#prefix = objectPrefix(vehicleId);
    this.#columns = columns;
    this.#limit = Math.min(MAX_CHUNK_ROWS, Math.ceil(MAX_CHUNK_VALUES / columns.length));
    this.#chunk = new Chunk(columns);
  }

  async add(row: SeriesRow): Promise<void> {
    this.#chunk.add(row);
    if (this.#chunk.length >= this.#limit) await this.#flush();
  }

  async addAll(rows: SeriesRows): Promise<void> {
    this.#chunk.addAll(rows);
    if (this.#chunk.length >= this.#limit) await this.#flush();
  }

  async finish(): Promise<WrittenObject[]> {
    await this.#flush();
    await this.#storing;
    for (const received of this.#received) await received.persist();
    return this.#written;
  }

  async discard(): Promise<void> {
    await this.#storing.catch(() => {});
    for (const received of this.#received) {
      await received.discard();
      await this.#storage.erase(received.id, 'its import ended early');
    }
  }

  /** Stores the chunk when the previous one is stored. The next call throws its errors. */
  async #flush(): Promise<void> {
    await this.#storing;
    const rows = this.#chunk.rows();
    this.#chunk = new Chunk(this.#columns);
    // A thread takes longer to start than a short series to encode.
    const isShort = rows.at.length < this.#limit && this.#written.length === 0;
    this.#storing = this.#store(
      isShort ? encodeSeries(this.#columns, rows) : encodeInThread(this.#columns, rows),
    );
    this.#storing.catch(() => {});
  }

  async #store(objects: EncodedObject[] | Promise<EncodedObject[]>): Promise<void> {
    for (const { bytes, ...object } of await objects) {
      const received = await this.#storage.receive(Readable.from([bytes]), this.#prefix);
      this.#received.push(received);
      const { id, size, sha256 } = received;
      this.#written.push({ ...object, id, size, sha256 });
    }
  }
}

/** A growing column of numbers, in a typed array, which is stored compactly and written fastest. */
class Numbers {
  #values = new Float64Array(256);
  #length = 0;

  push(value: number | null): void {
    this.#grow(1);
    this.#values[this.#length++] = value ?? Number.NaN;
  }

  pushAll(values: Float64Array): void {
    this.#grow(values.length);
    this.#values.set(values, this.#length);
    this.#length += values.length;
  }

  #grow(count: number): void {
    const length = this.#length + count;
    if (length > this.#values.length) this.#resize(2 * length);
  }

  #resize(length: number): void {
    this.#values = new Float64Array(
      this.#values.buffer.transfer(length * Float64Array.BYTES_PER_ELEMENT),
    );
  }

  all(): Float64Array {
    this.#resize(this.#length);
    return this.#values;
  }
}

class Values {
  readonly #values: Value[] = [];
  push = (value: Value) => void this.#values.push(value);
  pushAll = (values: readonly Value[]) => void this.#values.push(...values);
  all = () => this.#values;
}

class Chunk {
  length = 0;
  readonly #at = new Numbers();
  readonly #arrived = new Numbers();
  readonly #columns: readonly (Numbers | Values)[];

  constructor(columns: readonly SeriesColumn[]) {
    this.#columns = columns.map(({ value }) =>
      value === 'number' || value === 'integer' ? new Numbers() : new Values(),
    );
  }

  add({ at, arrived = null, values }: SeriesRow): void {
    this.length++;
    this.#at.push(at);
    this.#arrived.push(arrived);
    for (let index = 0; index < this.#columns.length; index++)
      this.#columns[index]?.push((values[index] ?? null) as never);
  }

  addAll({ at, arrived, values }: SeriesRows): void {
    this.length += at.length;
    this.#at.pushAll(at);
    this.#arrived.pushAll(arrived);
    for (const [index, column] of this.#columns.entries()) column.pushAll(values[index] as never);
  }

  rows(): SeriesRows {
    return {
      at: this.#at.all(),
      arrived: this.#arrived.all(),
      values: this.#columns.map((column) => column.all()),
    };
  }
}
