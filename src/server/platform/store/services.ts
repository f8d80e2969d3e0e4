import type { Transaction } from 'kysely';
import type { Config } from '#server/platform/store/config.ts';
import type { Store } from '#server/platform/store/database.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Telemetry } from '#server/platform/store/telemetry.ts';

/** Dependencies of every subject of the server. */
export interface Services {
  store: Store;
  config: Config;
  /** The time, ms since the epoch. The only clock there is, so that tests can set it. */
  now: () => number;
  /** Accounts to try a demonstration with; absent elsewhere. */
  demoAccounts?: readonly { role: string; email: string }[];
  /** Figures of this process; absent where nobody measures. */
  telemetry?: Telemetry;
  /** Faults that testers arm in a test installation; absent elsewhere. */
  faults?: FaultPort;
}

/** An open transaction, and what its work needs beside it. */
export interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

/** Faults by name, each armed for a number of occasions; asking uses one up. */
export interface FaultPort {
  /** Tests that the fault happens now; one occasion is then used up. */
  consume(name: string): boolean;
  /** @throws when the fault happens now */
  throwIfArmed(name: string): void;
}
