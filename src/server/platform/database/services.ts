import type { Transaction } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from './database.ts';
import type { Schema } from './schema.ts';
import type { Telemetry } from './telemetry.ts';

export interface Services {
  store: Store;
  config: Config;
  /** Current time in ms; tests set it. */
  now: () => number;
  /** Only in a demonstration. */
  demoAccounts?: readonly { role: string; email: string }[];
  telemetry?: Telemetry;
  /** Runs in the transaction that removes a role from an account; `by` removes it. */
  afterRoleLoss?: (
    scope: Scope,
    by: { id: string; email: string },
    accountId: string,
  ) => Promise<void>;
  /** Test installations only. */
  faults?: FaultPort;
}

/** An open transaction and its services. */
export interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

/** Simulated faults, each armed for a number of occurrences. */
export interface FaultPort {
  /** Consumes one occurrence; returns whether the fault is armed. */
  consume(name: string): boolean;
  /** @throws when the fault is armed */
  throwIfArmed(name: string): void;
}
