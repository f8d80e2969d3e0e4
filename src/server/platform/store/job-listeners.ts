import { EventEmitter } from 'node:events';
import type { Transaction } from 'kysely';
import type { Store } from './database.ts';
import type { JobKind, Schema } from './schema.ts';

/** Kinds of the jobs that became due in an open transaction. */
const announced = new WeakMap<Transaction<Schema>, Set<JobKind>>();

/** Wakes the workers of a kind in this process once the transaction has committed. */
export function announceJob(trx: Transaction<Schema>, kind: JobKind): void {
  announced.get(trx)?.add(kind);
}

/** Adds `onJob` to a store: its listeners are called after the commits that announced the kind. */
export function withJobListeners(store: Omit<Store, 'onJob'>): Store {
  const listeners = new EventEmitter().setMaxListeners(0);
  return {
    ...store,
    async transact(work) {
      let kinds = new Set<JobKind>();
      const result = await store.transact((trx) => {
        // A new set for each attempt: a rolled-back one announces nothing.
        kinds = new Set();
        announced.set(trx, kinds);
        return work(trx);
      });
      for (const kind of kinds) listeners.emit(kind);
      return result;
    },
    onJob(kind, listener) {
      listeners.on(kind, listener);
      return () => void listeners.off(kind, listener);
    },
  };
}
