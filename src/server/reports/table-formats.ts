import { createHash } from 'node:crypto';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Signal, SignalValue } from '#contract/data-catalogue.ts';
import { exactDecimal, type Row } from '#lib/encrypted-xlsx/cells.ts';
import { encodingOf, kindOf, thoroughCompressors } from '#server/vehicles/series-format.ts';
import vssDescriptions from './signal-descriptions.json' with { type: 'json' };

const VEHICLE_COLUMN = 'vehicle';
const TIME_COLUMN = 'time_stamp';
const ARRIVAL_COLUMN = 'arrival_time_stamp';

export interface Origin {
  publisher: string;
  /** URL of the licence. */
  licence: string;
  termsOfUse: string;
  vocabulary: string;
  resolution: string;
  /** Imported files and other sources; null if unknown or not stated. */
  sources: readonly { file: string | null; [fact: string]: unknown }[] | null;
}

interface Table {
  origin?: Origin;
  dataType: string;
  hasVehicles: boolean;
  hasArrivals?: boolean;
  timeNames?: readonly [time: string, arrival: string];
  signals: readonly Signal[];
}

const reportTimeNames = [TIME_COLUMN, ARRIVAL_COLUMN] as const;

function columnNames({
  hasVehicles,
  hasArrivals,
  timeNames = reportTimeNames,
  signals,
}: Table): string[] {
  const names = signals.map(({ name }) => name);
  const times = timeNames.slice(0, hasArrivals ? 2 : 1);
  return [...(hasVehicles ? [VEHICLE_COLUMN] : []), ...times, ...names];
}

const descriptions: Readonly<Record<string, string>> = vssDescriptions;

export const descriptionOf = ({ name, description }: Pick<Signal, 'name' | 'description'>) =>
  description ?? descriptions[name];

/** Metadata of the CSV files (W3C «Metadata Vocabulary for Tabular Data», CSVW). */
export function csvMetadata(tables: readonly Table[], origin: Origin) {
  const { publisher, licence, termsOfUse, vocabulary, resolution, sources } = origin;
  return {
    '@context': 'http://www.w3.org/ns/csvw',
    'dc:publisher': publisher,
    'dc:license': { '@id': licence },
    'dc:rights': termsOfUse,
    'dc:conformsTo': vocabulary,
    'dc:description': resolution,
    ...(sources?.length && { 'dc:source': sources.map((source) => JSON.stringify(source)) }),
    tables: tables.map((table) => ({
      url: `${table.dataType}.csv`,
      tableSchema: {
        columns: [
          ...(table.hasVehicles
            ? [{ name: VEHICLE_COLUMN, titles: VEHICLE_COLUMN, datatype: 'string' }]
            : []),
          timeColumn(TIME_COLUMN, 'of the measurement, UTC; empty for what does not change.'),
          ...(table.hasArrivals
            ? [timeColumn(ARRIVAL_COLUMN, 'at which the measurement arrived, UTC.')]
            : []),
          ...table.signals.map(columnOf),
        ],
      },
    })),
  };
}

const timeColumn = (name: string, description: string) => ({
  name,
  titles: name,
  datatype: 'dateTime',
  'dc:description': `Instant ${description}`,
});

const datatypes: Record<Signal['value'], string> = {
  number: 'double',
  integer: 'integer',
  boolean: 'boolean',
  text: 'string',
};

function columnOf(signal: Signal) {
  const { name, unit, value, min, max } = signal;
  return {
    name,
    titles: name,
    'dc:description': descriptionOf(signal),
    ...(unit && { 'schema:unitText': unit }),
    datatype: {
      base: datatypes[value],
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    },
  };
}

/**
 * SHA-256 of rows in a canonical form, independent of the file format: each row is a JSON array of
 * its cells followed by a line feed; −0 keeps its sign.
 */
export class RowDigest {
  readonly #hash = createHash('sha256');
  rows = 0;
  #hex: string | null = null;

  async *over(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
    for await (const batch of batches) {
      this.#hash.update(batch.map((row) => `[${row.map(jsonOf).join(',')}]\n`).join(''));
      this.rows += batch.length;
      yield batch;
    }
  }

  /** Hexadecimal. Valid only after all rows were read. */
  get sha256(): string {
    this.#hex ??= this.#hash.digest('hex');
    return this.#hex;
  }
}

/** Returns a cell as JSON with the sign of −0, which `JSON.stringify` drops. */
export const jsonOf = (cell: Row[number]): string =>
  typeof cell === 'number' && Number.isFinite(cell) ? exactDecimal(cell) : JSON.stringify(cell);

/** Maximum size of a row group, which is held in memory. */
const GROUP_ROWS = 65_536;
const GROUP_VALUES = 1_048_576;

async function* parquetOf(
  table: Table,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void> {
  const columns = columnsOf(table);
  const isTime = (column: string) => (table.timeNames ?? reportTimeNames).includes(column);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'table', num_children: columns.length },
      ...columns.map(({ name, value }) => ({
        name,
        ...(isTime(name) ? instants : value === 'integer' ? integers : kindOf(value)),
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
    codec: 'ZSTD',
    compressors: thoroughCompressors,
    kvMetadata: [
      { key: 'units', value: JSON.stringify(byName(table, ({ unit }) => unit || undefined)) },
      { key: 'descriptions', value: JSON.stringify(byName(table, descriptionOf)) },
      ...Object.entries(table.origin ?? {}).map(([key, value]) => ({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    ],
    createdBy: 'vehicle-data-access-portal',
  });
  const limit = Math.min(GROUP_ROWS, Math.ceil(GROUP_VALUES / columns.length));
  let rows: Row[] = [];
  const write = () => {
    const columnData = columns.map(({ name, value }, index) => {
      const cells = rows.map((row) => row[index] ?? null);
      if (isTime(name))
        return { name, data: cells.map(instantOf), encoding: 'DELTA_BINARY_PACKED' as const };
      if (value === 'integer')
        return { name, data: cells.map(integerOf), encoding: 'DELTA_BINARY_PACKED' as const };
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

const byName = ({ signals }: Table, of: (signal: Signal) => string | undefined) =>
  Object.fromEntries(signals.map((signal) => [signal.name, of(signal)]));

/** `logical_type` declares UTC: readers may take `TIMESTAMP_MILLIS` for a time without a zone. */
const instants = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;
const integers = { type: 'INT64' } as const;
/** Null for integers beyond 64 bits, which no signal needs. */
const integerOf = (cell: Row[number]) =>
  Number.isInteger(cell) && Math.abs(Number(cell)) < 2 ** 63 ? BigInt(Number(cell)) : null;
const instantOf = (cell: Row[number]) => (cell === null ? null : BigInt(Date.parse(String(cell))));

/** Returns the bytes written so far and clears the buffer. The writer's file offset continues. */
function taken(bytes: ByteWriter): Uint8Array {
  const chunk = bytes.getBytes().slice();
  bytes.index = 0;
  return chunk;
}

function columnsOf(table: Table): { name: string; value: SignalValue }[] {
  const types = new Map<string, SignalValue>(table.signals.map(({ name, value }) => [name, value]));
  return columnNames(table).map((name) => ({ name, value: types.get(name) ?? 'text' }));
}

export interface TableFormat {
  extension: string;
  chunks(table: Table, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array, void>;
}

interface TextFormat {
  head(columns: readonly string[]): string;
  lineOf(columns: readonly string[]): (row: Row) => string;
}

/** RFC 4180, UTF-8, header, CRLF. A missing value is an empty field; empty text is quoted. */
const csvText: TextFormat = {
  head: (columns) => `${columns.map(csvField).join(',')}\r\n`,
  lineOf: (columns) => (row) => `${columns.map((_, index) => csvField(row[index])).join(',')}\r\n`,
};

/** JSON Lines: one object per row; columns without a value are omitted. */
const jsonLinesText: TextFormat = {
  head: () => '',
  lineOf(columns) {
    const keys = columns.map((column) => `${JSON.stringify(column)}:`);
    return (row) => {
      let fields = '';
      for (let index = 0; index < keys.length; index++) {
        const value = row[index] ?? null;
        if (value === null) continue;
        fields += `${fields === '' ? '' : ','}${keys[index]}${jsonOf(value)}`;
      }
      return `{${fields}}\n`;
    };
  },
};

/** Texts that must be quoted, including those with blanks at the edges, which some readers drop. */
const SPECIAL = /[",\r\n]|^\s|\s$|^$/;

function csvField(cell: Row[number] | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'number' ? exactDecimal(cell) : String(cell);
  return typeof cell === 'string' && SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CHUNK = 128 * 1024;

async function* textOf(
  format: TextFormat,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void> {
  let text = format.head(columns);
  const lineOf = format.lineOf(columns);
  for await (const batch of batches)
    for (const row of batch) {
      text += lineOf(row);
      if (text.length < CHUNK) continue;
      yield Buffer.from(text);
      text = '';
    }
  yield Buffer.from(text);
}

const inText = (extension: string, format: TextFormat): TableFormat => ({
  extension,
  chunks: (table, batches) => textOf(format, columnNames(table), batches),
});

export const tableFormats: readonly TableFormat[] = [
  inText('csv', csvText),
  inText('jsonl', jsonLinesText),
  { extension: 'parquet', chunks: parquetOf },
];
