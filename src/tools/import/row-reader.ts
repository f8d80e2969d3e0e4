import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { dayOf, type SeriesColumn } from '#server/vehicles/series-format.ts';
import type { SeriesRow } from '#server/vehicles/series-writer.ts';
import type { NoteKind, SignalNote, Value } from '#server/vehicles/vehicle-source.ts';
import { ImportError, InexactFieldError, RangeFieldError } from './import-error.ts';
import type { SignalColumn } from './mapping.ts';
import type { FileForm } from './text-records.ts';
import type { InstantReader } from './times.ts';
import { type Conversion, conversionOf, readValue } from './values.ts';

/** Dropped or changed values of a file, counted by signal and day (UTC). */
class ImportNotes {
  readonly #notes = new Map<string, SignalNote & { count: number; first: number; last: number }>();

  add(kind: NoteKind, name: string, at: number): void {
    const key = `${kind} ${dayOf(at)} ${name}`;
    const note = this.#notes.get(key);
    if (!note) {
      this.#notes.set(key, { name, kind, count: 1, first: at, last: at });
      return;
    }
    note.count++;
    note.first = Math.min(note.first, at);
    note.last = Math.max(note.last, at);
  }

  all(): SignalNote[] {
    return [...this.#notes.values()];
  }

  count(kind: NoteKind): number {
    return this.all().reduce((sum, note) => sum + (note.kind === kind ? (note.count ?? 0) : 0), 0);
  }
}

export interface ColumnMeanings {
  instants: () => InstantReader;
  /** By column. A column named like a VSS signal needs no entry. */
  signals: Readonly<Record<string, SignalColumn>>;
  leftOut: readonly string[];
  arrivals?: InstantReader | undefined;
  /** Nominal interval between two rows, in ms. */
  sampling?: number | undefined;
  outOfRange?: OutOfRange | undefined;
  form?: FileForm | undefined;
}

export const outOfRangeChoices = ['refuse', 'empty', 'keep'] as const;
export type OutOfRange = (typeof outOfRangeChoices)[number];

export type ImportRow = SeriesRow;

interface ReadColumn {
  index: number;
  column: string;
  signal: Signal;
  words: Readonly<Record<string, number>> | undefined;
  conversion: Conversion | null;
}

export class RowReader {
  readonly #instants: InstantReader;
  readonly #instantIndexes: number[];
  readonly #arrivals: { reader: InstantReader; index: number } | null;
  readonly #columns: ReadColumn[];
  readonly #leftOut: { name: string; index: number }[];
  readonly #outOfRange: OutOfRange;
  readonly #decimal: FileForm['decimal'];
  readonly notes = new ImportNotes();

  constructor(heading: readonly string[], { signals, leftOut, ...meanings }: ColumnMeanings) {
    this.#outOfRange = meanings.outOfRange ?? 'refuse';
    this.#decimal = meanings.form?.decimal ?? '.';
    const instants = meanings.instants();
    this.#instants = instants;
    for (const [index, column] of heading.entries()) {
      if (heading.indexOf(column) !== index)
        throw new ImportError(`line 1: column ${column} appears twice`);
    }
    this.#instantIndexes = instants.columns.map((column) => {
      const index = heading.indexOf(column);
      if (index < 0) throw new ImportError(`line 1: the time column ${column} is missing`);
      return index;
    });
    const [arrival] = meanings.arrivals?.columns ?? [];
    const index = heading.indexOf(arrival ?? '');
    if (arrival !== undefined && index < 0)
      throw new ImportError(`line 1: the arrival column ${arrival} is missing`);
    this.#arrivals = meanings.arrivals ? { reader: meanings.arrivals, index } : null;
    const missing = Object.keys(signals).find((column) => !heading.includes(column));
    // In long form a file may lack names.
    if (missing !== undefined && !meanings.form?.long)
      throw new ImportError(`line 1: column ${missing} is missing`);
    this.#columns = heading.flatMap((column, index) => {
      const isTime = instants.columns.includes(column) || column === arrival;
      if (isTime || leftOut.includes(column)) return [];
      const { signal: name, words, unit } = signals[column] ?? { signal: column };
      const signal = signalNamed(name);
      const conversion = signal && unit !== undefined ? conversionOf(signal, unit) : null;
      if (signal) return [{ index, column, signal, words, conversion }];
      const why =
        name === column ? 'not a known signal' : `mapped to ${name}, which is not a known signal`;
      throw new ImportError(`line 1: column «${column}» is ${why}. Use --map or --leave-out.`);
    });
    this.#leftOut = heading.flatMap((column, index) =>
      leftOut.includes(column) ? [{ name: signals[column]?.signal ?? column, index }] : [],
    );
    const twice = this.signals.find((name, index) => this.signals.indexOf(name) !== index);
    if (twice) throw new ImportError(`line 1: two columns are mapped to ${twice}`);
    if (this.#columns.length === 0) throw new ImportError('line 1: no column contains a signal');
  }

  get signals(): string[] {
    return this.#columns.map(({ signal }) => signal.name);
  }

  get columns(): readonly SeriesColumn[] {
    return this.#columns.map(({ signal }) => signal);
  }

  get replacedDates(): number {
    return this.#instants.replacedDates;
  }

  get cutTimes(): number {
    return this.#instants.cutTimes;
  }

  /** @throws {FieldError} */
  read(fields: readonly string[]): ImportRow {
    const arrived = this.#arrivals && (fields[this.#arrivals.index]?.trim() || null);
    const { replacedDates, cutTimes } = this.#instants;
    const at = this.#instants.read(
      this.#instantIndexes.map((index) => fields[index]?.trim() ?? ''),
    );
    const changes: NoteKind[] = [];
    if (this.#instants.replacedDates > replacedDates) changes.push('reconstructed');
    if (this.#instants.cutTimes > cutTimes) changes.push('cutTime');
    for (const { name, index } of this.#leftOut)
      if ((fields[index] ?? '') !== '') this.notes.add('leftOut', name, at);
    return {
      at,
      ...(arrived && { arrived: this.#arrivals?.reader.read([arrived]) ?? null }),
      values: this.#columns.map((column) => {
        const value = this.#value(column, fields[column.index] ?? '', at);
        if (value !== null)
          for (const change of changes) this.notes.add(change, column.signal.name, at);
        return value;
      }),
    };
  }

  #value({ column, signal, words, conversion }: ReadColumn, text: string, at: number): Value {
    try {
      return readValue(column, signal, text, { words, conversion, decimal: this.#decimal });
    } catch (error) {
      if (!(error instanceof RangeFieldError) || this.#outOfRange === 'refuse') throw error;
      const isKept = this.#outOfRange === 'keep';
      // Reports count imported numbers beyond 2^53 themselves.
      if (!isKept || !(error instanceof InexactFieldError))
        this.notes.add(isKept ? 'keptOutOfRange' : 'outOfRange', signal.name, at);
      return isKept ? error.value : null;
    }
  }
}
