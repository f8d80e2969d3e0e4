import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { startPgbouncer } from '../postgres/pgbouncer.ts';
import { startSuiteCluster } from '../postgres/private-cluster.ts';
import { startSwift } from '../s3/swift.ts';
import { freshLocation, type Location } from './fresh-location.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated store that is not in use. */
    storeTemplate: Location;
  }
}

/**
 * Migrates one store, which tests copy. With `TEST_DATABASE=postgres` it starts a PostgreSQL, with
 * `TEST_POOLER=pgbouncer` a pooler in transaction mode before it, with `TEST_STORAGE=s3` a swift.
 * `DATABASE_URL` names another server, on which tests may create databases.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE, TEST_POOLER, TEST_STORAGE } = process.env;
  // Test processes inherit the environment.
  // Two projects of one run share a cluster.
  const needsCluster = TEST_DATABASE === 'postgres' && process.env.DATABASE_URL === undefined;
  const cluster = needsCluster ? await startSuiteCluster() : null;
  if (cluster) process.env.DATABASE_URL = cluster.url;
  const swift = TEST_STORAGE === 's3' ? await startSwift() : null;
  if (swift) Object.assign(process.env, await swift.settingsOf());
  const { remove, ...location } = await freshLocation();
  const store = openStore(location);
  await migrate(store.db);
  await store.close();
  provide('storeTemplate', location);
  const pooler =
    TEST_POOLER === 'pgbouncer' ? await startPgbouncer(process.env.DATABASE_URL ?? '') : null;
  if (pooler) process.env.POOLER_URL = pooler.url;
  return async () => {
    await remove();
    await pooler?.stop();
    await swift?.stop();
    await cluster?.remove();
  };
}
