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

/** Maximum number of rows, and of values, that are sorted in memory and written to one object. */
const CHUNK_ROWS = 262_144;
const CHUNK_VALUES = 4_194_304;

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
  #rows: SeriesRow[] = [];

  constructor(storage: FileStorage, vehicleId: string, columns: readonly SeriesColumn[]) {
    this.#storage = storage;
    this.#prefix = objectPrefix(vehicleId);
    this.#columns = columns;
    this.#limit = Math.min(CHUNK_ROWS, Math.ceil(CHUNK_VALUES / columns.length));
  }

  async add(row: SeriesRow): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= this.#limit) await this.#flush();
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
    const rows = inTime(this.#rows);
    this.#rows = [];
    const cuts = cutsOf(rows);
    for (let start = 0; start < cuts.length; start += OBJECT_GROUPS)
      await this.#store(rows, cuts.slice(start, start + OBJECT_GROUPS));
  }

  async #store(rows: readonly SeriesRow[], cuts: readonly Cut[]): Promise<void> {
    const [begin, end] = [cuts[0]?.[0] ?? 0, cuts.at(-1)?.[1] ?? 0];
    const own = rows.slice(begin, end);
    const bytes = encode(
      this.#columns,
      own,
      cuts.map(([from, to]) => [from - begin, to - begin]),
    );
    const received = await this.#storage.receive(Readable.from([bytes]), this.#prefix);
    this.#received.push(received);
    const { id, size, sha256 } = received;
    const counts = countsOf(this.#columns, own);
    const [first, last] = [own[0]?.at ?? 0, own.at(-1)?.at ?? 0];
    this.#written.push({ id, first, last, rows: own.length, counts, size, sha256 });
  }
}

function inTime(rows: SeriesRow[]): SeriesRow[] {
  const isSorted = rows.every(({ at }, index) => index === 0 || (rows[index - 1]?.at ?? 0) <= at);
  return isSorted ? rows : rows.sort((a, b) => a.at - b.at);
}

function cutsOf(rows: readonly SeriesRow[]): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  let day = dayOf(rows[0]?.at ?? 0);
  for (const [index, { at }] of rows.entries()) {
    const own = dayOf(at);
    if (index - start < GROUP_ROWS && own === day) continue;
    cuts.push([start, index]);
    [start, day] = [index, own];
  }
  if (start < rows.length) cuts.push([start, rows.length]);
  return cuts;
}

function countsOf(columns: readonly SeriesColumn[], rows: readonly SeriesRow[]) {
  const counts = columns.map(() => 0);
  for (const { values } of rows)
    for (let index = 0; index < values.length; index++)
      if (values[index] !== null) counts[index] = (counts[index] ?? 0) + 1;
  const named = columns.map(({ name }, index) => [name, counts[index] ?? 0] as const);
  return Object.fromEntries(named.filter(([, count]) => count > 0));
}

function encode(
  columns: readonly SeriesColumn[],
  rows: readonly SeriesRow[],
  cuts: readonly Cut[],
): Buffer {
  const hasArrivals = rows.some(({ arrived }) => typeof arrived === 'number');
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns, hasArrivals),
    codec: 'ZSTD',
    compressors,
    createdBy: 'vehicle-data-access-portal',
  });
  const packed = { encoding: 'DELTA_BINARY_PACKED' } as const;
  for (const cut of cuts) {
    const group = rows.slice(...cut);
    const arrivals = group.map(({ arrived }) => instant(arrived ?? null));
    const columnData = [
      { name: INSTANT, data: group.map(({ at }) => instant(at)), ...packed },
      ...(hasArrivals ? [{ name: ARRIVAL, data: arrivals, ...packed }] : []),
      ...columns.map((column, index) => {
        const encoding = encodingOf(column);
        const data = group.map(({ values }) => values[index] ?? null);
        return { name: column.name, data, ...(encoding && { encoding }) };
      }),
    ];
    writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  writer.finish();
  return Buffer.from(bytes.getBuffer());
}

const instant = (at: number | null) => (at === null ? null : BigInt(at));
