/** Time after which a running test is reported, in ms, long before its timeout of 120 s. */
const patience = 30_000;

/** Reports on the console each test or hook that has been running for 30 s. */
export class Overdue {
  readonly #running = new Map<string, NodeJS.Timeout>();

  /** Starts the timer of a test or hook; `describe` is called only if it is overdue. */
  start(id: string, describe: () => string): void {
    this.end(id);
    const timer = setTimeout(
      () => console.error(`⧗ still running after ${patience / 1000} s: ${describe()}`),
      patience,
    );
    this.#running.set(id, timer.unref());
  }

  /** Ends the time of a test or hook. */
  end(id: string): void {
    clearTimeout(this.#running.get(id));
    this.#running.delete(id);
  }
}
