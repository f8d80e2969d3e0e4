import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { environmentOf, type FreshLocation, freshLocation } from './fresh-location.ts';

/** Locks of every row of a table, of which there are few or one. */
const lockedWhole = ['audit_head'];

/**
 * A store that locks no row but those that a condition names. The embedded database has locked all
 * there is in any case, so that only a server would notice, when people wait for each other.
 */
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

/**
 * A migrated store of its own. It need not outlive a power cut, so no write waits for the disk;
 * closing it is the test's part, before the location is removed.
 */
export async function freshStore(): Promise<{ store: Store; location: FreshLocation }> {
  const location = await freshLocation(inject('storeTemplate'));
  const { AUDIT_KEY } = environmentOf(location);
  const store = openStore({ ...location, auditKey: AUDIT_KEY });
  if (store.kind === 'embedded') await sql`pragma synchronous = off`.execute(store.db);
  return { store: lockingNamedRows(store), location };
}
