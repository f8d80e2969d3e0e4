import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SignalValue } from '#contract/signal.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { encodingOf, kindOf, thoroughCompressors } from '#server/vehicles/series-format.ts';
import { columnNames, type Table, TIME_COLUMN } from './table-metadata.ts';

/** Rows, and values, of a row group: what is in memory at a time. */
const GROUP_ROWS = 65_536;
const GROUP_VALUES = 1_048_576;

/** A table as Parquet in chunks, a row group each; memory does not grow with rows. */
export async function* parquetOf(
  table: Table,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void> {
  const columns = columnsOf(table);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'table', num_children: columns.length },
      ...columns.map(({ name, value }) => ({
        name,
        ...(name === TIME_COLUMN ? instants : kindOf(value)),
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
    codec: 'ZSTD',
    compressors: thoroughCompressors,
    createdBy: 'vehicle-data-access-portal',
  });
  const limit = Math.min(GROUP_ROWS, Math.ceil(GROUP_VALUES / columns.length));
  let rows: Row[] = [];
  const write = () => {
    const columnData = columns.map(({ name, value }, index) => {
      const cells = rows.map((row) => row[index] ?? null);
      if (name === TIME_COLUMN)
        return { name, data: cells.map(instantOf), encoding: 'DELTA_BINARY_PACKED' as const };
      const encoding = encodingOf({ name, value });
      return { name, data: cells, ...(encoding && { encoding }) };
    });
    writer.write({ columnData, rowGroupSize: rows.length });
    rows = [];
    return taken(bytes);
  };
  for await (const batch of batches)
    for (const row of batch) {
      rows.push(row);
      if (rows.length >= limit) yield write();
    }
  if (rows.length > 0) yield write();
  writer.finish();
  yield taken(bytes);
}

/** In UTC: readers that know the older `TIMESTAMP_MILLIS` alone take it for a clock of no zone. */
const instants = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;
const instantOf = (cell: Row[number]) => (cell === null ? null : BigInt(Date.parse(String(cell))));

/** Takes what was written out of the writer, which goes on counting from the file's beginning. */
function taken(bytes: ByteWriter): Uint8Array {
  const chunk = bytes.getBytes().slice();
  bytes.index = 0;
  return chunk;
}

function columnsOf(table: Table): { name: string; value: SignalValue }[] {
  const types = new Map<string, SignalValue>(table.signals.map(({ name, value }) => [name, value]));
  return columnNames(table).map((name) => ({ name, value: types.get(name) ?? 'text' }));
}
