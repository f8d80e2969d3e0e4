import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { portalOn } from '../server/fixture.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { packDatabase } from './pack-database.ts';
import { live, settings } from './story.ts';

/**
 * Keeps an installation as the present code leaves it, as test data for every later release:
 * `npm run keep-installation -- 2026-11-22`, and once more with `DATABASE_URL` for PostgreSQL.
 */
async function main(release: string | undefined): Promise<void> {
  if (!release) throw new Error('Name the release, such as 2026-11-22');
  const location = await freshLocation();
  const store = openStore(location);
  await migrate(store.db);
  const portal = await portalOn({ store, location }, { settings, now: 0 });
  const target = join(import.meta.dirname, release, store.kind);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const people = await live(portal);
  if (store.kind === 'embedded') await sql`vacuum`.execute(store.db);
  const now = portal.services.now();
  const about = JSON.stringify({ now, settings, people }, null, 2);
  await writeFile(join(target, 'installation.json'), `${about}\n`);
  for (const folder of ['files', 'reports'])
    await cp(join(location.dataDir, folder), join(target, folder), { recursive: true });
  await portal.app.close();
  await store.close();
  await packDatabase(location, target);
  await location.remove();
}

await main(process.argv[2]);
