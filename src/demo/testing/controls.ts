import type { FaultPort } from '#server/platform/database/services.ts';

export const faultNames = [
  'networkLost',
  'signedOut',
  'exportEmpty',
  'exportFails',
  'smtpDown',
] as const;
export type FaultName = (typeof faultNames)[number];

export class Faults implements FaultPort {
  readonly #armed = new Map<string, number>();

  arm(name: FaultName, times: number): void {
    this.#armed.set(name, times);
  }

  consume(name: string): boolean {
    const armed = this.#armed.get(name) ?? 0;
    if (armed > 0) this.#armed.set(name, armed - 1);
    return armed > 0;
  }

  throwIfArmed(name: string): void {
    if (this.consume(name)) throw new Error(`The fault ${name} was armed by a tester`);
  }
}

/** Clock that testers can hold and advance, never set back: no stored instant is in the future. */
export class TestClock {
  #ahead = 0;
  #heldAt: number | null = null;

  now = () => (this.#heldAt ?? Date.now()) + this.#ahead;

  hold(isHeld: boolean): void {
    this.#heldAt = isHeld ? (this.#heldAt ?? Date.now()) : null;
  }

  advance(ms: number): void {
    if (ms < 0) throw new RangeError('The clock can only be advanced');
    this.#ahead += ms;
  }
}

export interface TestControls {
  clock: TestClock;
  faults: Faults;
}
