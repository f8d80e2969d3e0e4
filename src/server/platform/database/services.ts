import type { Transaction } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from './database.ts';
import type { Schema } from './schema.ts';
import type { Telemetry } from './telemetry.ts';

export interface Services {
  store: Store;
  config: Config;
  /** Current time, ms since the epoch; tests set it. */
  now: () => number;
  /** Of a demonstration only. */
  demoAccounts?: readonly { role: string; email: string }[];
  telemetry?: Telemetry;
  /**
   * Work of other rooms in the transaction that takes a role from an account; `by` took it.
   */
  afterRoleLoss?: (
    scope: Scope,
    by: { id: string; email: string },
    accountId: string,
  ) => Promise<void>;
  /** Armed by testers in a test installation. */
  faults?: FaultPort;
}

/** An open transaction with the services. */
export interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

/** Faults by name, each armed for a number of occasions. */
export interface FaultPort {
  /** Tests that the fault happens now, and consumes one occasion. */
  consume(name: string): boolean;
  /** @throws when the fault happens now */
  throwIfArmed(name: string): void;
}
