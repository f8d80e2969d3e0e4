import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { freshLocation, type Location } from './fresh-location.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated store that nobody has open. */
    storeTemplate: Location;
  }
}

/** Migrates one store before the suites begin: a test copies it instead of migrating anew. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const { remove, ...location } = await freshLocation();
  const store = openStore(location);
  await migrate(store.db);
  await store.close();
  provide('storeTemplate', location);
  return remove;
}
