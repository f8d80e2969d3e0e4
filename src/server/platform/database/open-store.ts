import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Chain } from '#server/platform/audit/chain.ts';
import type { Store } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { JobKind, Schema } from './schema.ts';

export const embeddedFile = (dataDir: string) => join(dataDir, 'portal.db');

interface Location {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** As the setting `AUDIT_KEY`; without it the key file in `dataDir`. */
  auditKey?: string | undefined;
}

/** Opens the database that `databaseUrl` names, or the embedded one under `dataDir`. */
export function openStore({ dataDir, databaseUrl, auditKey }: Location): Store {
  const chain: Chain = {
    config: { DATA_DIR: dataDir, AUDIT_KEY: auditKey },
    now: Date.now,
    isShared: databaseUrl !== undefined && databaseUrl !== '',
  };
  return withJobListeners(
    databaseUrl ? openPostgres(databaseUrl, chain) : openEmbedded(embeddedFile(dataDir), chain),
  );
}

/** Kinds of the jobs queued in an open transaction. */
const announced = new WeakMap<Transaction<Schema>, Set<JobKind>>();

/** Wakes the workers of a kind in this process after the commit. */
export function announceJob(trx: Transaction<Schema>, kind: JobKind): void {
  announced.get(trx)?.add(kind);
}

/** Adds `onJob` to a store. */
function withJobListeners(store: Omit<Store, 'onJob'>): Store {
  const listeners = new EventEmitter().setMaxListeners(0);
  return {
    ...store,
    async transact(work) {
      let kinds = new Set<JobKind>();
      const result = await store.transact((trx) => {
        // New for each attempt: a rolled-back one announces nothing.
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
