import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { portalOn } from '../server/fixture.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { packInstallation } from './pack-installation.ts';
import { live, settings } from './story.ts';

async function main(): Promise<void> {
  const location = await freshLocation();
  const store = openStore(location);
  await migrate(store.db);
  const portal = await portalOn({ store, location }, { settings, now: 0 });
  const people = await live(portal);
  if (store.kind === 'embedded') await sql`vacuum`.execute(store.db);
  const now = portal.services.now();
  await portal.app.close();
  await store.close();
  const folder = join(import.meta.dirname, packageJson.version);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${store.kind}.json.gz`);
  await rm(file, { force: true });
  await packInstallation({ now, settings, people }, location, file);
  await location.remove();
}

printHelpIfAsked(`Saves an installation of this release as test data for later ones.

  npm run keep-installation
  DATABASE_URL=postgres://user:password@host/database npm run keep-installation

Writes tests/installations/VERSION, with the version of package.json.
`);
await main();
