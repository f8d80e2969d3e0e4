import { codes } from '#contract/codes.ts';
import { StorageUnavailable, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from './api-error.ts';

const RETRY_AFTER_S = 1;

/** Limits concurrent work. More work waits in order, and a full queue rejects it. */
export class WorkQueue {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: Pick<PromiseWithResolvers<void>, 'resolve' | 'reject'>[] = [];

  constructor(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#free = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await work();
    } catch (error) {
      // Waiting work would fail as well, each after its own timeout.
      if (error instanceof StoreUnavailable && !(error instanceof StorageUnavailable))
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next.resolve();
      else this.#free++;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting)
      throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER_S });
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}
