import { codes } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';

const RETRY_AFTER = 1;
const MAX_REMEMBERED = 10_000;

const full = () => new ApiError(codes.unavailable, { retryAfter: RETRY_AFTER });

interface Waiting {
  begin(): void;
  reject(error: ApiError): void;
}

/**
 * Limits concurrent work. The group with the least work since the queue was last empty is next. A
 * full queue rejects work of the group with the most, so that one network cannot block others.
 */
export class WorkQueue {
  #free: number;
  #count = 0;
  readonly #maxWaiting: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #started = new Map<string, number>();

  constructor(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#free = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>, group = ''): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(group);
    try {
      return await work();
    } finally {
      this.#beginNext();
    }
  }

  #wait(group: string): Promise<void> {
    const own = this.#waiting.get(group) ?? [];
    if (this.#count >= this.#maxWaiting) {
      const largest = this.#groupWithLowestRank((each) => -this.#workOf(each));
      if (this.#workOf(largest) <= this.#workOf(group) + 1) throw full();
      this.#take(largest, 'pop')?.reject(full());
    }
    this.#count++;
    this.#waiting.set(group, own);
    return new Promise((begin, reject) => own.push({ begin, reject }));
  }

  #beginNext(): void {
    if (this.#count === 0) {
      this.#free++;
      this.#started.clear();
      return;
    }
    const group = this.#groupWithLowestRank((each) => this.#started.get(each) ?? 0);
    if (this.#started.size >= MAX_REMEMBERED) this.#started.clear();
    this.#started.set(group, (this.#started.get(group) ?? 0) + 1);
    this.#take(group, 'shift')?.begin();
  }

  #workOf(group: string): number {
    return (this.#started.get(group) ?? 0) + (this.#waiting.get(group)?.length ?? 0);
  }

  #groupWithLowestRank(rankOf: (group: string) => number): string {
    const ranked = [...this.#waiting.keys()].map((group) => ({ group, rank: rankOf(group) }));
    return ranked.reduce((a, b) => (b.rank < a.rank ? b : a)).group;
  }

  #take(group: string, end: 'shift' | 'pop'): Waiting | undefined {
    const own = this.#waiting.get(group) ?? [];
    const taken = own[end]();
    if (own.length === 0) this.#waiting.delete(group);
    this.#count--;
    return taken;
  }
}
