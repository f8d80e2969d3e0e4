interface Waiting {
  person: string;
  begin(): void;
}

/**
 * Fair queue that runs one task at a time. Next is the person for whom it has worked least since it
 * was last idle, then the earliest: many slow tasks of one person delay others by one task at most.
 */
export class SharedTurns {
  /** In order of arrival. */
  readonly #waiting: Waiting[] = [];
  /** ms by person */
  readonly #spent = new Map<string, number>();
  readonly #clock: () => number;
  #isAtWork = false;

  /** @param clock in ms, monotonic */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

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
