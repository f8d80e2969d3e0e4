import type { Transaction } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { DatabaseClock } from './clock.ts';
import type { Store } from './database.ts';
import type { Schema } from './schema.ts';
import type { Telemetry } from './telemetry.ts';

export interface Services {
  store: Store;
  config: Config;
  now: () => number;
  demoAccounts?: readonly { role: string; email: string }[];
  simulatedCars?: readonly { id: string; lat: number; lon: number; odometer: number }[];
  telemetry?: Telemetry;
  clock?: DatabaseClock;
  /** Runs in the transaction in which `by` removes a role from an account. */
  afterRoleLoss?: (
    scope: Scope,
    by: { id: string; email: string },
    accountId: string,
  ) => Promise<void>;
  faults?: FaultPort;
}

export const withBatchedReads = (services: Services): Services => ({
  ...services,
  store: { ...services.store, db: services.store.batched() },
});

/** Like `Promise.all`, for the properties of an object. */
export async function together<T extends object>(
  work: T,
): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const values = await Promise.all(Object.values(work));
  return Object.fromEntries(Object.keys(work).map((name, index) => [name, values[index]])) as never;
}

/** Returns a function that creates a value once per store, also for copies of the services. */
export function oncePerStore<T>(create: (services: Pick<Services, 'store'>) => T) {
  const values = new WeakMap<Store['chain'], T>();
  return (services: Pick<Services, 'store'>): T => {
    const value = values.get(services.store.chain) ?? create(services);
    values.set(services.store.chain, value);
    return value;
  };
}

/** Handles an error of background work, which then continues. */
export type OnError = (error: unknown) => void;

export interface Scope {
  services: Services;
  trx: Transaction<Schema>;
}

export interface FaultPort {
  consume(name: string): boolean;
  throwIfArmed(name: string): void;
}
