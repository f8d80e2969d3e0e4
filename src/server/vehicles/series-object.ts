import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { DamagedFile, StoreUnavailable } from '#server/platform/database/store-error.ts';
import type { Ranges } from '#server/platform/storage/file-storage.ts';
import { ARRIVAL, decompressors, INSTANT } from './series-format.ts';
import type { Value } from './vehicle-source.ts';

/** A row group: rows of one day at most, oldest first. */
export interface RowGroup {
  /** Rows before it in the object. */
  start: number;
  rows: number;
  first: number;
  last: number;
  /** Values of each column, by its name. */
  counts: ReadonlyMap<string, number>;
}

/** What was read of a row group: instants, and values by column in the order asked for. */
interface RowGroupValues {
  at: readonly number[];
  columns: readonly (readonly Value[] | null)[];
}

const parsers = {
  timestampFromMilliseconds: (milliseconds: bigint) => Number(milliseconds),
};

/** An object of the series store, read in parts. */
export class SeriesObject {
  readonly #ranges: Ranges;
  readonly #source: AsyncBuffer;
  readonly #metadata: FileMetaData;
  readonly groups: readonly RowGroup[];

  private constructor(ranges: Ranges, source: AsyncBuffer, metadata: FileMetaData) {
    this.#ranges = ranges;
    this.#source = source;
    this.#metadata = metadata;
    this.groups = groupsOf(metadata);
  }

  /**
   * Reads what is in an object, which is closed with it.
   * @throws {DamagedFile} when it is no such object
   */
  static async open(ranges: Ranges, { id, size }: { id: string; size: number }) {
    const slice = (start: number, end = size) => ranges.slice(start, end);
    const source = { byteLength: size, slice };
    try {
      return new SeriesObject(ranges, source, await parquetMetadataAsync(source));
    } catch (cause) {
      await ranges.close();
      if (cause instanceof StoreUnavailable) throw cause;
      throw new DamagedFile(`The series ${id} is not what was stored`, { cause });
    }
  }

  /** Reads columns of a row group; null for one that the object does not have. */
  async read({ start, rows, counts }: RowGroup, names: readonly string[]): Promise<RowGroupValues> {
    const wanted = new Set([INSTANT, ...names.filter((name) => counts.get(name))]);
    const read = new Map<string, unknown[]>();
    await parquetRead({
      file: this.#source,
      metadata: this.#metadata,
      columns: [...wanted],
      rowStart: start,
      rowEnd: start + rows,
      compressors: decompressors,
      parsers,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = read.get(columnName) ?? new Array(rows).fill(null);
        read.set(columnName, column);
        for (let index = 0; index < columnData.length; index++)
          column[rowStart - start + index] = columnData[index] ?? null;
      },
    });
    return {
      at: read.get(INSTANT) as number[],
      columns: names.map((name) => (read.get(name) as Value[] | undefined) ?? null),
    };
  }

  async close(): Promise<void> {
    await this.#ranges.close();
  }
}

function groupsOf(metadata: FileMetaData): RowGroup[] {
  let start = 0;
  return metadata.row_groups.map(({ num_rows, columns }) => {
    const rows = Number(num_rows);
    const group = { start, rows, first: 0, last: 0, counts: new Map<string, number>() };
    start += rows;
    for (const { meta_data } of columns) {
      const name = meta_data?.path_in_schema[0] ?? '';
      const { min_value, max_value, null_count = 0 } = meta_data?.statistics ?? {};
      if (name === INSTANT) {
        group.first = Number(min_value);
        group.last = Number(max_value);
      } else if (name !== ARRIVAL) group.counts.set(name, rows - Number(null_count));
    }
    return group;
  });
}
