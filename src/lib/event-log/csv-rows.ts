import { EventLogError } from './event-log.ts';

/** A row of a file in CSV, and the line on which it ends, from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

/** Most characters of a row: a quote that is never closed is found before the end of the file. */
const MOST_OF_A_ROW = 1024 * 1024;

/** Signs between cells: a spreadsheet writes semicolons where the comma is a decimal sign. */
const SEPARATORS = [',', ';', '\t'];

/**
 * Reads rows of CSV (RFC 4180) as they come, in browsers too. Cells are separated by comma, semicolon or
 * tabulator, whichever the first row has most of. An empty line is no row; every row has as many cells as
 * the first.
 * @throws {EventLogError} that names the line
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let begun = '';
  let reader: CsvReader | undefined;
  for await (const chunk of text) {
    if (!reader) begun += chunk;
    const separator = reader ? null : separatorOf(begun);
    if (separator) reader = new CsvReader(separator);
    if (reader) yield* reader.read(separator ? begun : chunk);
  }
  if (!reader) {
    reader = new CsvReader(separatorOf(`${begun}\n`) ?? ',');
    yield* reader.read(begun);
  }
  yield* reader.end();
}

/** The sign between the cells of the first row; null while that has not ended. */
function separatorOf(text: string): string | null {
  const counts = new Map(SEPARATORS.map((sign) => [sign, 0]));
  let isQuoted = false;
  let isBegun = false;
  for (const sign of text.replace(/^\uFEFF/, '')) {
    const isEnd = !isQuoted && (sign === '\n' || sign === '\r');
    if (isEnd && isBegun) return mostOf(counts);
    isBegun ||= !isEnd;
    if (sign === '"') isQuoted = !isQuoted;
    const count = isQuoted ? undefined : counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  return text.length > MOST_OF_A_ROW ? mostOf(counts) : null;
}

/** Of several with as many, the first. */
const mostOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', -1])[0];

class CsvReader {
  readonly #separator: string;
  #line = 1;
  #width: number | undefined;
  #cells: string[] = [];
  #cell = '';
  #size = 0;
  /** `closed`: after the quote that ends a cell, or begins a doubled one. */
  #in: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #isBegun = false;
  #wasReturn = false;
  #done: CsvRow[] = [];

  constructor(separator: string) {
    this.#separator = separator;
  }

  read(chunk: string): CsvRow[] {
    const text = this.#isBegun ? chunk : chunk.replace(/^\uFEFF/, '');
    if (chunk.length > 0) this.#isBegun = true;
    for (const one of text) this.#take(one);
    return this.#taken();
  }

  end(): CsvRow[] {
    if (this.#in === 'quoted') this.#fail('a quote is never closed');
    this.#endRow();
    return this.#taken();
  }

  #taken(): CsvRow[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #take(one: string): void {
    const isSecondOfTwo = one === '\n' && this.#wasReturn;
    this.#wasReturn = one === '\r';
    if (++this.#size > MOST_OF_A_ROW) this.#fail('a row has no end');
    if (this.#in === 'quoted') {
      if (one === '"') this.#in = 'closed';
      else this.#cell += one;
      if (one === '\r' || (one === '\n' && !isSecondOfTwo)) this.#line++;
    } else if (one === this.#separator) this.#endCell();
    else if (one === '\r' || one === '\n') {
      if (isSecondOfTwo) return;
      this.#endRow();
      this.#line++;
    } else if (one === '"' && this.#in !== 'plain') {
      if (this.#in === 'closed') this.#cell += one;
      this.#in = 'quoted';
    } else if (this.#in === 'closed' || one === '"') this.#fail('a quote stands inside a cell');
    else {
      this.#cell += one;
      this.#in = 'plain';
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#in = 'start';
  }

  #endRow(): void {
    const isEmpty = this.#in === 'start' && this.#cells.length === 0;
    this.#size = 0;
    if (isEmpty) return;
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#width ??= cells.length;
    if (cells.length !== this.#width)
      this.#fail(`${cells.length} cells stand where ${this.#width} are to`);
    this.#done.push({ cells, line: this.#line });
  }

  #fail(what: string): never {
    const of = { problem: 'csv', line: this.#line, what } as const;
    throw new EventLogError(`no CSV: line ${this.#line}: ${what}`, of);
  }
}
