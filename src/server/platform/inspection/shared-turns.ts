interface Waiting {
  person: string;
  begin(): void;
}

/**
 * Turns at what does one piece of work at a time. Next comes whoever it has worked for least since
 * it last rested, and of several the one that came first: who sends many that take long waits behind
 * the others, and keeps each of them for one of those at most.
 */
export class SharedTurns {
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = [];
  /** Time in ms by person. */
  readonly #spent = new Map<string, number>();
  readonly #clock: () => number;
  #isAtWork = false;

  /** @param clock in ms, from any beginning */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Does the work when its turn comes. */
  async take<T>(person: string, work: () => Promise<T>): Promise<T> {
    if (this.#isAtWork) await new Promise<void>((begin) => this.#waiting.push({ person, begin }));
    this.#isAtWork = true;
    const since = this.#clock();
    try {
      return await work();
    } finally {
      this.#spent.set(person, this.#spentOn(person) + this.#clock() - since);
      this.#next();
    }
  }

  #next(): void {
    const first = this.#waiting.reduce<Waiting | undefined>(
      (best, one) => (best && this.#spentOn(best.person) <= this.#spentOn(one.person) ? best : one),
      undefined,
    );
    if (first) {
      this.#waiting.splice(this.#waiting.indexOf(first), 1);
      first.begin();
    } else {
      this.#isAtWork = false;
      this.#spent.clear();
    }
  }

  #spentOn(person: string): number {
    return this.#spent.get(person) ?? 0;
  }
}
