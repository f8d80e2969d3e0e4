import type { Signal } from '#contract/signal.ts';
import { descriptions } from './signal-descriptions.ts';

/** Columns of a table of data, in their order: names that no language changes. */
export const VEHICLE_COLUMN = 'vehicle';
export const TIME_COLUMN = 'time_stamp';

/** One table of the package. */
export interface Table {
  dataType: string;
  hasVehicles: boolean;
  signals: readonly Signal[];
}

export function columnNames({ hasVehicles, signals }: Table): string[] {
  const names = signals.map(({ name }) => name);
  return [...(hasVehicles ? [VEHICLE_COLUMN] : []), TIME_COLUMN, ...names];
}

/** Metadata of the CSV files for programs (W3C «Metadata Vocabulary for Tabular Data», CSVW). */
export function csvMetadata(tables: readonly Table[]) {
  return {
    '@context': 'http://www.w3.org/ns/csvw',
    tables: tables.map((table) => ({
      url: `${table.dataType}.csv`,
      tableSchema: {
        columns: [
          ...(table.hasVehicles
            ? [{ name: VEHICLE_COLUMN, titles: VEHICLE_COLUMN, datatype: 'string' }]
            : []),
          {
            name: TIME_COLUMN,
            titles: TIME_COLUMN,
            datatype: 'dateTime',
            'dc:description': 'Instant of the measurement, UTC; empty for what does not change.',
          },
          ...table.signals.map(columnOf),
        ],
      },
    })),
  };
}

const datatypes: Record<Signal['value'], string> = {
  number: 'double',
  integer: 'integer',
  boolean: 'boolean',
  text: 'string',
};

function columnOf({ name, unit, value, min, max }: Signal) {
  return {
    name,
    titles: name,
    'dc:description': descriptions[name],
    ...(unit && { 'schema:unitText': unit }),
    datatype: {
      base: datatypes[value],
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    },
  };
}
