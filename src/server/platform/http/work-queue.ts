import { codes } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';

const RETRY_AFTER_S = 1;

/** Limits concurrent work. More work waits in order, and a full queue rejects it. */
export class WorkQueue {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#free = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const begin = this.#waiting.shift();
      if (begin) begin();
      else this.#free++;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting)
      throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER_S });
    return new Promise((begin) => this.#waiting.push(begin));
  }
}
