import { sql } from 'kysely';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { environmentOf, type FreshLocation, freshLocation } from './fresh-location.ts';

/** Tables with few rows, which may be locked as a whole. */
const lockedWhole = ['audit_head'];

/** Rejects locks without a condition: on PostgreSQL they would make people wait for each other. */
function lockingNamedRows(store: Store): Store {
  return {
    ...store,
    forUpdate(query) {
      const { sql: text } = query.compile();
      const [, table = ''] = /from "(\w+)"/.exec(text) ?? [];
      if (!/ where /.test(text) && !lockedWhole.includes(table))
        throw new Error(`every row is locked: ${text}`);
      return store.forUpdate(query);
    },
  };
}

export interface FreshStore {
  store: Store;
  location: FreshLocation;
  /** Closes the store and removes the location. */
  close(): Promise<void>;
}

/** Opens a migrated store that does not sync. */
export async function freshStore(): Promise<FreshStore> {
  const location = await freshLocation(inject('storeTemplate'));
  const { AUDIT_KEY } = environmentOf(location);
  const store = openStore({ ...location, auditKey: AUDIT_KEY });
  if (store.kind === 'embedded') await sql`pragma synchronous = off`.execute(store.db);
  return {
    store: lockingNamedRows(store),
    location,
    async close() {
      await store.close();
      await location.remove();
    },
  };
}

/** Fills one store for all tests of a file. */
export function storeOfFile(fill: (fresh: FreshStore) => Promise<unknown> = async () => {}) {
  const fresh = {} as FreshStore;
  beforeAll(async () => {
    Object.assign(fresh, await freshStore());
    await fill(fresh);
  });
  afterAll(() => fresh.close());
  return fresh;
}
