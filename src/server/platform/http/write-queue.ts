import { codes } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';

/** Calls in progress at once. */
const CONCURRENCY = 4;
/** About as many calls as are done within a second. */
const MAX_WAITING = 100;
/** Seconds after which a rejected call is worth a retry. */
const RETRY_AFTER = 1;

/**
 * Bounded queue for calls that write and need no sign-in: a flood of them leaves the database to
 * other calls. Each process has its own.
 */
export class WriteQueue {
  readonly #waiting: (() => void)[] = [];
  #inProgress = 0;

  /** @throws {ApiError} `unavailable` when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inProgress < CONCURRENCY) this.#inProgress++;
    else if (this.#waiting.length < MAX_WAITING)
      await new Promise<void>((begin) => this.#waiting.push(begin));
    else throw new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER });
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inProgress--;
    }
  }
}
