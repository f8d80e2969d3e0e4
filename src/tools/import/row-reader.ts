import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import {
  EARLIEST,
  hasNoFix,
  LATITUDE,
  LONGITUDE,
  MAX_CLOCK_SKEW,
} from '#server/vehicles/check-values.ts';
import type { SeriesRows, SeriesValues } from '#server/vehicles/encode-series.ts';
import type { SeriesColumn } from '#server/vehicles/series-format.ts';
import type { NoteKind, Value } from '#server/vehicles/vehicle-source.ts';
import { FieldError, ImportError, InexactFieldError, RangeFieldError } from './import-error.ts';
import { ImportNotes } from './import-notes.ts';
import type { SignalColumn } from './mapping.ts';
import type { Batch, Table, Wanted } from './table.ts';
import { defaultForm, type FileForm } from './table-source.ts';
import type { InstantReader } from './times.ts';
import {
  checkedNumber,
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

interface ReadColumn {
  index: number;
  column: string;
  signal: Signal;
  /** Text of the column in the current row. */
  text: () => string;
  reading: Reading;
  isNumber: boolean;
  hasUnknownUnit: boolean;
}

const ODOMETER = 'Vehicle.TraveledDistance';

export class RowReader {
  readonly #instants: InstantReader;
  readonly #instantIndexes: number[];
  readonly #arrivals: { reader: InstantReader; index: number } | null;
  readonly #columns: ReadColumn[];
  readonly #leftOut: { name: string; index: number }[];
  readonly #outOfRange: OutOfRange;
  readonly #empty: ReadonlySet<string>;
  readonly #hasEmptyNumber: boolean;
  readonly #others: string[];
  readonly #latest = Date.now() + MAX_CLOCK_SKEW;
  readonly #position: number[];
  readonly #odometer: number;
  #distance = 0;
  #lowerDistances = 0;
  #batch: Batch | undefined;
  #row = 0;
  /** Rows of the batch up to the first invalid one. */
  #rows = 0;
  #error: FieldError | undefined;
  #at = new Float64Array();
  readonly notes = new ImportNotes();

  /** Units of the meanings take precedence over those of the table. */
  constructor(
    { heading, units = new Map() }: Pick<Table, 'heading' | 'units'>,
    { signals, leftOut, form = defaultForm, ...meanings }: ColumnMeanings,
  ) {
    this.#outOfRange = meanings.outOfRange ?? 'refuse';
    this.#empty = new Set(meanings.empty?.map((text) => text.toLowerCase()));
    this.#hasEmptyNumber = [...this.#empty].some((text) => /\d/.test(text));
    const instants = meanings.instants();
    this.#instants = instants;
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
    this.#instantIndexes = instants.columns.map((column) =>
      indexOf(column, 'the time column', '--time'),
    );
    const [arrival = ''] = meanings.arrivals?.columns ?? [];
    this.#arrivals = meanings.arrivals
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
    this.#others = unknownColumns.filter(isTolerated);
    const rejected = unknownColumns.filter((column) => !isTolerated(column));
    if (rejected.length > 0) {
      const names = rejected.map((column) =>
        signals[column] ? `«${column}» (mapped to ${signals[column].signal})` : `«${column}»`,
      );
      throw new ImportError(
        `line 1: no known signal in the columns ${names.join(', ')}. Use --map, --leave-out or --leave-out-others.`,
      );
    }
    this.#columns = used.flatMap((column) => {
      const signal = signalOf(column);
      if (!signal) return [];
      const stated = signals[column]?.unit ?? (units.get(column) || undefined);
      const meaning = { ...signals[column], unit: stated && unitNamed(stated) };
      const { reading, ...read } = columnOf(heading.indexOf(column), column, signal, meaning);
      const { decimal, thousands } = form;
      const onRounded = () => this.#note('rounded', signal.name);
      const { round } = meanings;
      const text = () => this.#batch?.text(read.index, this.#row) ?? '';
      return [{ ...read, text, reading: { ...reading, decimal, thousands, round, onRounded } }];
    });
    this.#leftOut = heading.flatMap((column, index) =>
      leftOut.includes(column) ? [{ name: signals[column]?.signal ?? column, index }] : [],
    );
    const twice = this.signals.find((name, index) => this.signals.indexOf(name) !== index);
    if (twice) throw new ImportError(`line 1: two columns are mapped to ${twice}`);
    if (this.#columns.length === 0) throw new ImportError('line 1: no column contains a signal');
    const places = [LATITUDE, LONGITUDE].map((name) => this.signals.indexOf(name));
    this.#position = places.includes(-1) ? [] : places;
    this.#odometer = this.signals.indexOf(ODOMETER);
  }

  get signals(): string[] {
    return this.#columns.map(({ signal }) => signal.name);
  }

  get wanted(): Wanted {
    return {
      numbers: this.#columns.filter(({ isNumber }) => isNumber).map(({ index }) => index),
      time: this.#instants.ofParsed ? this.#instantIndexes : [],
    };
  }

  get columns(): readonly SeriesColumn[] {
    return this.#columns.map(({ signal }) => signal);
  }

  get changes(): string {
    const { replacedDates, addedDates, laterDates, cutTimes, ambiguousTimes } = this.#instants;
    const counts: [number, string][] = [
      [replacedDates, 'with the date of the previous row'],
      [addedDates, 'with the date of --date'],
      [laterDates, 'of them after midnight, on a later day'],
      [this.notes.count('outOfRange'), 'values out of range left out'],
      [this.notes.count('rounded'), 'values rounded to whole numbers'],
      [cutTimes, 'with the time truncated to milliseconds'],
      [ambiguousTimes, 'local times that occurred twice (see --ambiguous)'],
      [this.#lowerDistances, `values of ${ODOMETER} lower than before`],
    ];
    const counted = counts.map(([count, words]) => (count ? `, ${count} ${words}` : '')).join('');
    const unknownUnits = this.#columns
      .filter((column) => column.hasUnknownUnit)
      .map(({ column, signal }) => `, no unit known in «${column}»: read in ${signal.unit}`);
    const others = this.#others.length > 0 ? `, columns left out: ${this.#others.join(', ')}` : '';
    return `${counted}${unknownUnits.join('')}${others}`;
  }

  /**
   * Reads the next rows by column. Only the rows before an error are read in later columns, so that
   * the first error of the file is found.
   * @throws {FieldError}
   */
  read(batch: Batch): SeriesRows {
    this.#batch = batch;
    this.#rows = batch.rows;
    this.#error = undefined;
    this.#at = new Float64Array(batch.rows);
    const changes = this.#readInstants(batch);
    for (const { name, index } of this.#leftOut)
      this.#each((row) => {
        if (!this.#isEmpty(batch.text(index, row))) this.#note('leftOut', name);
      });
    const values = this.#columns.map((column) =>
      column.signal.value === 'number' || column.signal.value === 'integer'
        ? this.#numbers(column, batch)
        : this.#values(column),
    );
    const [latitude, longitude] = this.#position.map((index) => values[index]);
    if (latitude && longitude) this.#checkPosition(latitude, longitude);
    this.#countLowerDistances(values[this.#odometer]);
    for (const [row, kind] of changes)
      for (const [index, name] of this.signals.entries())
        if (hasValue(values[index]?.[row])) this.notes.add(kind, name, this.#at[row] as number);
    const arrived = this.#arrivalsIn(batch);
    if (this.#error) throw this.#error;
    return { at: this.#at, arrived, values };
  }

  #each(read: (row: number) => void): void {
    try {
      for (this.#row = 0; this.#row < this.#rows; this.#row++) read(this.#row);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      error.record = this.#batch?.record(this.#row);
      this.#error = error;
      this.#rows = this.#row;
    }
  }

  #note = (kind: NoteKind, name: string) =>
    this.notes.add(kind, name, this.#at[this.#row] as number);

  #readInstants(batch: Batch): [row: number, kind: NoteKind][] {
    const { instants, walls } = batch;
    const reader = this.#instants;
    const { ofParsed } = reader;
    const changes: [number, NoteKind][] = [];
    this.#each((row) => {
      const { replacedDates, addedDates, cutTimes } = reader;
      const [instant, wall] = [instants[row] as number, walls[row] as number];
      const texts = () => this.#instantIndexes.map((index) => batch.text(index, row).trim());
      const at =
        ofParsed && !Number.isNaN(instant)
          ? ofParsed(instant)
          : ofParsed && !Number.isNaN(wall)
            ? ofParsed(wall, texts().join(' '))
            : reader.read(texts());
      this.#at[row] = this.#checkedInstant(at, reader, texts);
      if (reader.replacedDates > replacedDates || reader.addedDates > addedDates)
        changes.push([row, 'reconstructed']);
      if (reader.cutTimes > cutTimes) changes.push([row, 'cutTime']);
    });
    return changes;
  }

  #arrivalsIn(batch: Batch): Float64Array {
    const arrived = new Float64Array(batch.rows).fill(Number.NaN);
    if (!this.#arrivals) return arrived;
    const { reader, index } = this.#arrivals;
    this.#each((row) => {
      const text = batch.text(index, row).trim();
      if (text !== '')
        arrived[row] = this.#checkedInstant(reader.read([text]), reader, () => [text]);
    });
    return arrived;
  }

  #checkedInstant(at: number, { columns }: InstantReader, texts: () => string[]): number {
    if (at >= EARLIEST && at <= this.#latest) return at;
    const why = at < EARLIEST ? 'before 1990' : 'in the future';
    throw new FieldError(
      columns[0] ?? '',
      `«${texts().join(' ')}» is ${why}; check the format and the unit of the time (see --time-format)`,
    );
  }

  #checkPosition(latitude: SeriesValues, longitude: SeriesValues): void {
    this.#each((row) => {
      if (!hasNoFix(latitude[row], longitude[row])) return;
      if (this.#outOfRange === 'refuse')
        throw new FieldError(
          this.#columns[this.#position[0] ?? -1]?.column ?? '',
          'latitude and longitude are both 0 (see --out-of-range)',
        );
      for (const name of [LATITUDE, LONGITUDE])
        this.#note(this.#outOfRange === 'keep' ? 'keptOutOfRange' : 'outOfRange', name);
      if (this.#outOfRange === 'empty')
        for (const column of [latitude, longitude]) column[row] = Number.NaN;
    });
  }

  #countLowerDistances(distances: SeriesValues | undefined): void {
    if (distances instanceof Float64Array)
      for (const distance of distances) {
        if (distance < this.#distance) this.#lowerDistances++;
        if (!Number.isNaN(distance)) this.#distance = distance;
      }
  }

  #isEmpty = (text: string) =>
    text === '' || (this.#empty.size > 0 && this.#empty.has(text.trim().toLowerCase()));

  #numbers(column: ReadColumn, batch: Batch): Float64Array {
    const { signal, index, isNumber, reading } = column;
    const values = isNumber ? batch.numbers(index) : new Float64Array(batch.rows).fill(Infinity);
    const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = signal;
    const isInteger = signal.value === 'integer';
    const isChecked = isNumber && !reading.conversion && !this.#hasEmptyNumber;
    this.#each((row) => {
      const number = values[row] as number;
      if (Number.isNaN(number)) return;
      const isPlain =
        number >= min && number <= max && (!isInteger || Number.isSafeInteger(number));
      if (!isPlain || !isChecked)
        values[row] = (this.#value(column, number) as number | null) ?? Number.NaN;
    });
    return values;
  }

  #values(column: ReadColumn): Value[] {
    const values: Value[] = [];
    this.#each(() => void values.push(this.#value(column)));
    return values;
  }

  #value({ column, signal, text, reading }: ReadColumn, number = Infinity): Value {
    if ((number === Infinity || this.#hasEmptyNumber) && this.#isEmpty(text())) return null;
    try {
      const value =
        number === Infinity
          ? readValue(column, signal, text(), reading)
          : checkedNumber(column, signal, number, text, reading);
      if (reading.conversion && value !== null) this.#note('converted', signal.name);
      return value;
    } catch (error) {
      if (!(error instanceof RangeFieldError) || this.#outOfRange === 'refuse') throw error;
      const isKept = this.#outOfRange === 'keep';
      // Imported numbers beyond 2^53 are not noted, because each report counts them itself.
      if (!isKept || !(error instanceof InexactFieldError))
        this.#note(isKept ? 'keptOutOfRange' : 'outOfRange', signal.name);
      return isKept ? error.value : null;
    }
  }
}

const hasValue = (value: Value | undefined) => !Number.isNaN(value ?? Number.NaN);

function columnOf(
  index: number,
  column: string,
  signal: Signal,
  { words, unit }: Pick<SignalColumn, 'words' | 'unit'> = {},
): Omit<ReadColumn, 'text'> {
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
  return {
    index,
    column,
    signal,
    isNumber: !words && (signal.value === 'number' || signal.value === 'integer'),
    reading: {
      words: words && Object.fromEntries(ofWords),
      conversion: used === undefined ? null : conversionOf(signal, used),
    },
    hasUnknownUnit: used === undefined && signal.unit !== '' && !words && hasUnknownUnit(column),
  };
}
