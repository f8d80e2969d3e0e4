import type { Config } from '#server/platform/store/config.ts';
import type { Store } from '#server/platform/store/database.ts';

/** Dependencies of every subject of the server. */
export interface Services {
  store: Store;
  config: Config;
  /** The time, ms since the epoch. The only clock there is, so that tests can set it. */
  now: () => number;
  /** Accounts that a demonstration can be tried with; no other installation has any. */
  demoAccounts?: readonly { role: string; email: string }[];
  /** Faults that testers arm in a test installation; no other has any. */
  faults?: FaultPort;
}

/** Faults by name, each armed for a number of occasions; asking uses one up. */
export interface FaultPort {
  /** Tests that the fault happens now; one occasion is then used up. */
  consume(name: string): boolean;
  /** @throws when the fault happens now */
  throwIfArmed(name: string): void;
}
