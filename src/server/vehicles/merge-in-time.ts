import type { Measurement } from './vehicle-source.ts';

/** Rows of one source, oldest first. The source is opened only when it is needed. */
export interface TimedRows {
  first: number;
  number: number;
  open(): AsyncIterator<readonly Measurement[]>;
}

const BATCH = 2000;

/**
 * Merges the rows of several sources, oldest first. Sources that do not overlap are opened one
 * after the other, and their batches are passed on unchanged.
 */
export async function* mergeInTime(
  sources: readonly TimedRows[],
): AsyncGenerator<readonly Measurement[]> {
  const waiting = sources.toSorted(byPosition);
  let open: Cursor[] = [];
  let merged: Measurement[] = [];
  try {
    for (;;) {
      while (waiting[0] && (!open[0] || waiting[0].first <= open[0].first)) {
        const cursor = new Cursor(waiting.shift() as TimedRows);
        if (await cursor.advance()) open.push(cursor);
        open.sort(byPosition);
      }
      const [lead, next] = open;
      if (!lead) break;
      const bound = [next, waiting[0]].filter((one) => one !== undefined).sort(byPosition)[0];
      const rows = lead.takeBefore(bound);
      if (merged.length === 0 && rows.length >= BATCH) yield rows;
      else for (const row of rows) merged.push(row);
      if (merged.length >= BATCH) {
        yield merged;
        merged = [];
      }
      if (!(await lead.advance())) open = open.filter((cursor) => cursor !== lead);
      open.sort(byPosition);
    }
    if (merged.length > 0) yield merged;
  } finally {
    for (const cursor of open) await cursor.close();
  }
}

interface Place {
  first: number;
  number: number;
}

const byPosition = (a: Place, b: Place) => a.first - b.first || a.number - b.number;

class Cursor implements Place {
  first = 0;
  readonly number: number;
  readonly #batches: AsyncIterator<readonly Measurement[]>;
  #batch: readonly Measurement[] = [];
  #index = 0;

  constructor({ number, open }: TimedRows) {
    this.number = number;
    this.#batches = open();
  }

  async advance(): Promise<boolean> {
    while (this.#index >= this.#batch.length) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
      this.#index = 0;
    }
    this.first = this.#batch[this.#index]?.at ?? 0;
    return true;
  }

  takeBefore(bound: Place | undefined): readonly Measurement[] {
    const start = this.#index;
    let end = this.#batch.length;
    if (bound) {
      const isBefore = ({ at }: Measurement) =>
        byPosition({ first: at, number: this.number }, bound) < 0;
      if (!isBefore(this.#batch[end - 1] as Measurement)) {
        end = start;
        while (isBefore(this.#batch[end] as Measurement)) end++;
      }
    }
    this.#index = end;
    return start === 0 && end === this.#batch.length ? this.#batch : this.#batch.slice(start, end);
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
