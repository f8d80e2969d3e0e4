import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import {
  EARLIEST,
  hasNoFix,
  LATITUDE,
  LONGITUDE,
  MAX_CLOCK_SKEW,
} from '#server/vehicles/check-values.ts';
import type { SeriesColumn } from '#server/vehicles/series-format.ts';
import type { SeriesRow } from '#server/vehicles/series-writer.ts';
import type { NoteKind, Value } from '#server/vehicles/vehicle-source.ts';
import { FieldError, ImportError, InexactFieldError, RangeFieldError } from './import-error.ts';
import { ImportNotes } from './import-notes.ts';
import type { SignalColumn } from './mapping.ts';
import type { Fields, Table, Wanted } from './table.ts';
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

export type ImportRow = SeriesRow;

interface ReadColumn {
  index: number;
  column: string;
  signal: Signal;
  /** Text of the column in the current record. */
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
  #at = 0;
  #fields: Fields | undefined;
  readonly #row = { at: 0, arrived: null as number | null, values: [] as Value[] };
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
      const onRounded = () => this.notes.add('rounded', signal.name, this.#at);
      const { round } = meanings;
      const text = () => this.#fields?.text(read.index) ?? '';
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
   * Returns the next row, which is the same object each time.
   * @throws {FieldError}
   */
  read(fields: Fields): ImportRow {
    const arrived = this.#arrivals && (fields.text(this.#arrivals.index).trim() || null);
    const { replacedDates, addedDates, cutTimes } = this.#instants;
    this.#fields = fields;
    const at = this.#instantIn(fields);
    this.#at = at;
    const changes: NoteKind[] = [];
    if (this.#instants.replacedDates > replacedDates || this.#instants.addedDates > addedDates)
      changes.push('reconstructed');
    if (this.#instants.cutTimes > cutTimes) changes.push('cutTime');
    for (const { name, index } of this.#leftOut)
      if (!this.#isEmpty(fields.text(index))) this.notes.add('leftOut', name, at);
    const { values } = this.#row;
    for (let index = 0; index < this.#columns.length; index++)
      values[index] = this.#value(this.#columns[index] as ReadColumn, fields, at);
    this.#checkPosition(values, at);
    this.#countLowerDistance(values[this.#odometer]);
    if (changes.length > 0)
      for (const [index, name] of this.signals.entries())
        if (values[index] !== null) for (const change of changes) this.notes.add(change, name, at);
    this.#row.at = at;
    if (this.#arrivals)
      this.#row.arrived = arrived ? this.#arrival(this.#arrivals.reader, arrived) : null;
    return this.#row;
  }

  #instantIn(fields: Fields): number {
    const reader = this.#instants;
    const { ofParsed } = reader;
    const { instant, wall } = fields;
    const texts = () => this.#instantIndexes.map((index) => fields.text(index).trim());
    const at =
      ofParsed && !Number.isNaN(instant)
        ? ofParsed(instant)
        : ofParsed && !Number.isNaN(wall)
          ? ofParsed(wall, texts().join(' '))
          : reader.read(texts());
    return this.#checkedInstant(at, reader, texts);
  }

  #arrival(reader: InstantReader, text: string): number {
    return this.#checkedInstant(reader.read([text]), reader, () => [text]);
  }

  #checkedInstant(at: number, { columns }: InstantReader, texts: () => string[]): number {
    if (at >= EARLIEST && at <= this.#latest) return at;
    const why = at < EARLIEST ? 'before 1990' : 'in the future';
    throw new FieldError(
      columns[0] ?? '',
      `«${texts().join(' ')}» is ${why}; check the format and the unit of the time (see --time-format)`,
    );
  }

  #checkPosition(values: Value[], at: number): void {
    const [latitude = -1, longitude = -1] = this.#position;
    if (!hasNoFix(values[latitude], values[longitude])) return;
    if (this.#outOfRange === 'refuse')
      throw new FieldError(
        this.#columns[latitude]?.column ?? '',
        'latitude and longitude are both 0 (see --out-of-range)',
      );
    for (const name of [LATITUDE, LONGITUDE])
      this.notes.add(this.#outOfRange === 'keep' ? 'keptOutOfRange' : 'outOfRange', name, at);
    if (this.#outOfRange === 'empty') for (const index of this.#position) values[index] = null;
  }

  #countLowerDistance(distance: Value | undefined): void {
    if (typeof distance !== 'number') return;
    if (distance < this.#distance) this.#lowerDistances++;
    this.#distance = distance;
  }

  #isEmpty = (text: string) =>
    text === '' || (this.#empty.size > 0 && this.#empty.has(text.trim().toLowerCase()));

  #value({ column, signal, index, text, reading }: ReadColumn, fields: Fields, at: number): Value {
    const number = fields.number(index);
    if ((Number.isNaN(number) || this.#hasEmptyNumber) && this.#isEmpty(text())) return null;
    try {
      const value = Number.isNaN(number)
        ? readValue(column, signal, text(), reading)
        : checkedNumber(column, signal, number, text, reading);
      if (reading.conversion && value !== null) this.notes.add('converted', signal.name, at);
      return value;
    } catch (error) {
      if (!(error instanceof RangeFieldError) || this.#outOfRange === 'refuse') throw error;
      const isKept = this.#outOfRange === 'keep';
      // Imported numbers beyond 2^53 are not noted, because each report counts them itself.
      if (!isKept || !(error instanceof InexactFieldError))
        this.notes.add(isKept ? 'keptOutOfRange' : 'outOfRange', signal.name, at);
      return isKept ? error.value : null;
    }
  }
}

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
