import type { Row } from './cells.ts';

/** Rows as they come from a store: in batches, so that a row costs no promise of its own. */
export type RowBatches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Walks batches row by row and knows whether a further row exists without taking it. */
export class RowCursor {
  readonly #batches: AsyncIterator<readonly Row[]> | Iterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;

  constructor(batches: RowBatches) {
    this.#batches =
      Symbol.asyncIterator in batches
        ? batches[Symbol.asyncIterator]()
        : batches[Symbol.iterator]();
  }

  /** True when `take` can be called without waiting. */
  get isReady(): boolean {
    return this.#next < this.#batch.length;
  }

  /** Fetches until a row is ready. False when there are no more rows. */
  async fetch(): Promise<boolean> {
    while (!this.isReady) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
      this.#next = 0;
    }
    return true;
  }

  /** The next row; call only when `isReady`. */
  take(): Row {
    return this.#batch[this.#next++] as Row;
  }

  /** Gives up early, so that the source can close what it holds open. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
