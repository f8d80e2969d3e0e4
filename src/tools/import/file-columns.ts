import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { LATITUDE, LONGITUDE } from '#server/vehicles/check-values.ts';
import { ImportError } from './import-error.ts';
import { defaultForm, type FileForm, type SignalColumn } from './mapping.ts';
import type { Table } from './table.ts';
import type { InstantReader } from './times.ts';
import {
  conversionOf,
  hasUnknownUnit,
  type Reading,
  readValue,
  unitInHeading,
  unitNamed,
} from './values.ts';

export interface ColumnMeanings {
  instants: () => InstantReader;
  /** By name of the column. A column named like a VSS signal needs no entry. */
  signals: Readonly<Record<string, SignalColumn>>;
  leftOut: readonly string[];
  leavesOutOthers?: boolean;
  empty?: readonly string[];
  arrivals?: InstantReader | undefined;
  origin?: {
    /** Nominal interval between two rows, in ms. */
    sampling?: number | undefined;
    /** IANA zone of times without an offset. */
    timeZone?: string | undefined;
    device?: string | undefined;
  };
  outOfRange?: OutOfRange | undefined;
  form?: FileForm | undefined;
  round?: boolean;
}

export const outOfRangeChoices = ['refuse', 'empty', 'keep'] as const;
export type OutOfRange = (typeof outOfRangeChoices)[number];

export type SignalInFile = ReturnType<typeof columnOf>;

/**
 * Finds what each column of a table means. Units of the meanings take precedence over those of the
 * table.
 * @throws {ImportError} if a column is missing, appears twice or has no known signal
 */
export function columnsOf(
  { heading, units = new Map() }: Pick<Table, 'heading' | 'units'>,
  { signals, leftOut, form = defaultForm, ...meanings }: ColumnMeanings,
  instants: InstantReader,
) {
  for (const [index, column] of heading.entries()) {
    if (heading.indexOf(column) !== index)
      throw new ImportError(`line 1: column ${column} appears twice`);
  }
  const indexOf = (column: string, what: string, option: string) => {
    const index = heading.indexOf(column);
    if (index < 0)
      throw new ImportError(
        `line 1: ${what} ${column} is missing (see ${option}); columns: ${heading.join(', ')}`,
      );
    return index;
  };
  const instantIndexes = instants.columns.map((column) =>
    indexOf(column, 'the time column', '--time'),
  );
  const [arrival = ''] = meanings.arrivals?.columns ?? [];
  const arrivals = meanings.arrivals
    ? { reader: meanings.arrivals, index: indexOf(arrival, 'the arrival column', '--arrival') }
    : null;
  // In long form, the columns are the signals of this file, which may lack some mapped signals.
  if (!form.long) {
    for (const column of Object.keys(signals)) indexOf(column, 'column', '--map, --mapping');
    const unknown = leftOut.find((column) => !heading.includes(column));
    if (unknown !== undefined)
      throw new ImportError(
        `line 1: --leave-out «${unknown}» is not a column; columns: ${heading.join(', ')}`,
      );
  }
  const isTime = (column: string) => instants.columns.includes(column) || column === arrival;
  const used = heading.filter((column) => !isTime(column) && !leftOut.includes(column));
  const signalOf = (column: string) => signalNamed(signals[column]?.signal ?? column);
  const unknownColumns = used.filter((column) => !signalOf(column));
  const isTolerated = (column: string) => meanings.leavesOutOthers && !signals[column];
  const others = unknownColumns.filter(isTolerated);
  const rejected = unknownColumns.filter((column) => !isTolerated(column));
  if (rejected.length > 0) {
    const names = rejected.map((column) =>
      signals[column] ? `«${column}» (mapped to ${signals[column].signal})` : `«${column}»`,
    );
    throw new ImportError(
      `line 1: no known signal in the columns ${names.join(', ')}. Use --map, --leave-out or --leave-out-others.`,
    );
  }
  const columns = used.flatMap((column) => {
    const signal = signalOf(column);
    if (!signal) return [];
    const stated = signals[column]?.unit ?? (units.get(column) || undefined);
    const meaning = { ...signals[column], unit: stated && unitNamed(stated) };
    return [columnOf(heading.indexOf(column), column, signal, meaning)];
  });
  const signalNames = columns.map(({ signal }) => signal.name);
  const twice = signalNames.find((name, index) => signalNames.indexOf(name) !== index);
  if (twice) throw new ImportError(`line 1: two columns are mapped to ${twice}`);
  if (columns.length === 0) throw new ImportError('line 1: no column contains a signal');
  const notImported = heading.flatMap((column, index) =>
    leftOut.includes(column) ? [{ name: signals[column]?.signal ?? column, index }] : [],
  );
  return { instantIndexes, arrivals, columns, leftOut: notImported, others };
}

function columnOf(
  index: number,
  column: string,
  signal: Signal,
  { words, unit }: Pick<SignalColumn, 'words' | 'unit'> = {},
) {
  const other =
    signal.name === LATITUDE
      ? /(^|[^a-z])(lon|lng)/i
      : signal.name === LONGITUDE
        ? /(^|[^a-z])lat/i
        : null;
  // Splits camel case, so that `gpsLat` matches.
  if (other?.test(column.replace(/([a-z])(?=[A-Z])/g, '$1 '))) {
    const kind = signal.name === LATITUDE ? 'latitude' : 'longitude';
    throw new ImportError(`line 1: column «${column}» is mapped to a ${kind}`);
  }
  const used = unit ?? (signal.unit === '' || words ? undefined : unitInHeading(column, signal));
  // A word's number must have the type and range of the signal.
  const ofWords = Object.entries(words ?? {}).map(([word, value]) => [
    word,
    readValue(column, signal, String(value)),
  ]);
  const reading: Reading = {
    words: words && Object.fromEntries(ofWords),
    conversion: used === undefined ? null : conversionOf(signal, used),
  };
  return {
    index,
    column,
    signal,
    reading,
    isNumber: !words && (signal.value === 'number' || signal.value === 'integer'),
    hasUnknownUnit: used === undefined && signal.unit !== '' && !words && hasUnknownUnit(column),
  };
}
