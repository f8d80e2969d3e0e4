import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Store } from '#server/platform/store/database.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { type FreshLocation, freshLocation } from './fresh-location.ts';

/**
 * A migrated store of its own. It need not outlive a power cut, so no write waits for the disk;
 * closing it is the test's part, before the location is removed.
 */
export async function freshStore(): Promise<{ store: Store; location: FreshLocation }> {
  const location = await freshLocation(inject('storeTemplate'));
  const store = openStore(location);
  if (store.kind === 'embedded') await sql`pragma synchronous = off`.execute(store.db);
  return { store, location };
}
