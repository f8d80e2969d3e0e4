import {
  EARLIEST,
  hasNoFix,
  LATITUDE,
  LONGITUDE,
  MAX_CLOCK_SKEW,
} from '#server/vehicles/check-values.ts';
import type { SeriesColumn, SeriesRows, SeriesValues } from '#server/vehicles/series-format.ts';
import type { NoteKind, Value } from '#server/vehicles/vehicle-source.ts';
import {
  type ColumnMeanings,
  columnsOf,
  type OutOfRange,
  type SignalInFile,
} from './file-columns.ts';
import { FieldError, InexactFieldError, RangeFieldError } from './import-error.ts';
import { ImportNotes } from './import-notes.ts';
import { defaultForm } from './mapping.ts';
import type { Batch, Table, Wanted } from './table.ts';
import type { InstantReader } from './times.ts';
import { checkedNumber, readValue } from './values.ts';

interface ReadColumn extends SignalInFile {
  /** Text of the column in the current row. */
  text: () => string;
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

  /** @throws {ImportError} see `columnsOf` */
  constructor(table: Pick<Table, 'heading' | 'units'>, meanings: ColumnMeanings) {
    this.#outOfRange = meanings.outOfRange ?? 'refuse';
    this.#empty = new Set(meanings.empty?.map((text) => text.toLowerCase()));
    this.#hasEmptyNumber = [...this.#empty].some((text) => /\d/.test(text));
    const instants = meanings.instants();
    this.#instants = instants;
    const found = columnsOf(table, meanings, instants);
    this.#instantIndexes = found.instantIndexes;
    this.#arrivals = found.arrivals;
    this.#leftOut = found.leftOut;
    this.#others = found.others;
    const { form: { decimal, thousands } = defaultForm, round } = meanings;
    this.#columns = found.columns.map(({ reading, ...column }) => {
      const onRounded = () => this.#note('rounded', column.signal.name);
      const text = () => this.#batch?.text(column.index, this.#row) ?? '';
      return { ...column, text, reading: { ...reading, decimal, thousands, round, onRounded } };
    });
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
