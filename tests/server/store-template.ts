import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { startPgbouncer } from '../postgres/pgbouncer.ts';
import { startSwift } from '../s3/swift.ts';
import { freshLocation, type Location } from './fresh-location.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated store that nobody has open. */
    storeTemplate: Location;
  }
}

/**
 * Migrates one store before the suites begin: a test copies it instead of migrating anew. With
 * `TEST_STORAGE=s3` a swift is started whose bucket holds the storages of all; with
 * `TEST_POOLER=pgbouncer` they reach the server of `DATABASE_URL` through one in transaction mode.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const swift = process.env.TEST_STORAGE === 's3' ? await startSwift() : null;
  // Test processes start with this one's environment.
  if (swift) Object.assign(process.env, await swift.settingsOf());
  const { remove, ...location } = await freshLocation();
  const store = openStore(location);
  await migrate(store.db);
  await store.close();
  provide('storeTemplate', location);
  const { TEST_POOLER, DATABASE_URL = '' } = process.env;
  const pooler = TEST_POOLER === 'pgbouncer' ? await startPgbouncer(DATABASE_URL) : null;
  if (pooler) process.env.POOLER_URL = pooler.url;
  return async () => {
    await remove();
    await pooler?.stop();
    await swift?.stop();
  };
}
