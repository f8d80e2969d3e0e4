import { codes } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';

const RETRY_AFTER = 1;

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
    else if (this.#waiting.length < this.#maxWaiting)
      await new Promise<void>((begin) => this.#waiting.push(begin));
    else throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER });
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
