import { type FileHandle, open } from 'node:fs/promises';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { DamagedFile } from '#server/platform/store/store-error.ts';
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
  readonly #file: FileHandle;
  readonly #source: AsyncBuffer;
  readonly #metadata: FileMetaData;
  readonly groups: readonly RowGroup[];

  private constructor(file: FileHandle, source: AsyncBuffer, metadata: FileMetaData) {
    this.#file = file;
    this.#source = source;
    this.#metadata = metadata;
    this.groups = groupsOf(metadata);
  }

  /** @throws {DamagedFile} when it is not there, or is no such object */
  static async open(path: string): Promise<SeriesObject> {
    const file = await open(path).catch((cause) => {
      throw new DamagedFile(`${path} is missing`, { cause });
    });
    try {
      const { size } = await file.stat();
      const source = {
        byteLength: size,
        async slice(start: number, end = size) {
          const bytes = new ArrayBuffer(end - start);
          await file.read(new Uint8Array(bytes), 0, end - start, start);
          return bytes;
        },
      };
      return new SeriesObject(file, source, await parquetMetadataAsync(source));
    } catch (cause) {
      await file.close();
      throw new DamagedFile(`${path} is not what was stored`, { cause });
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
    await this.#file.close();
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
