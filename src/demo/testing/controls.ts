/** What can be made to go wrong, each so many times. */
export const faultNames = [
  'networkLost',
  'signedOut',
  'exportEmpty',
  'exportFails',
  'smtpDown',
] as const;
export type FaultName = (typeof faultNames)[number];

/** A fault that a tester has ordered. */
export class ArmedFault extends Error {
  constructor(name: FaultName) {
    super(`The fault ${name} was ordered by a tester`);
  }
}

/** The faults that are still owed. */
export class Faults {
  readonly #owed = new Map<FaultName, number>();

  /** Orders a fault for the next `times` occasions; 0 takes the order back. */
  order(name: FaultName, times: number): void {
    this.#owed.set(name, times);
  }

  /** Whether the fault happens now; it is then owed once less. */
  take(name: FaultName): boolean {
    const owed = this.#owed.get(name) ?? 0;
    if (owed > 0) this.#owed.set(name, owed - 1);
    return owed > 0;
  }

  /** @throws {ArmedFault} when the fault happens now */
  strike(name: FaultName): void {
    if (this.take(name)) throw new ArmedFault(name);
  }

  owed(): Record<FaultName, number> {
    const counts = faultNames.map((name) => [name, this.#owed.get(name) ?? 0]);
    return Object.fromEntries(counts) as Record<FaultName, number>;
  }
}

/** The time that testers move forward, never back: what was written would lie in the future. */
export class TestClock {
  #ahead = 0;

  /** ms since the epoch */
  now = () => Date.now() + this.#ahead;

  /** ms that the clock is ahead of the machine's. */
  get ahead(): number {
    return this.#ahead;
  }

  advance(ms: number): void {
    if (ms < 0) throw new RangeError('The clock goes forward only');
    this.#ahead += ms;
  }
}

/** What testers hold in a test installation; no other has it. */
export interface TestControls {
  clock: TestClock;
  faults: Faults;
}
