import { basename } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { decompressors } from '#server/vehicles/series-format.ts';
import type { FileRecord } from './file-form.ts';
import { ImportError } from './import-error.ts';

/** Records of Parquet, the columns' names first; a row group is in memory at a time. */
export async function* parquetRecords(path: string): AsyncGenerator<FileRecord> {
  const name = basename(path);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new ImportError(`${name} is no Parquet: ${error.message}`);
  });
  const [, ...columns] = metadata.schema;
  const nested = columns.find(({ num_children }) => num_children !== undefined);
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
      compressors: decompressors,
    });
    for (const [index, row] of rows.entries())
      yield { record: heading.map((column) => fieldOf(row[column])), line: rowStart + index + 1 };
    rowStart = rowEnd;
  }
}

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return Object.is(value, -0) ? '-0' : String(value);
}
