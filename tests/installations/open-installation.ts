import { readdirSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealExisting } from '#server/desk/audit/seal-existing.ts';
import { readConfig } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { production } from '#tests/server/accounts/staff.ts';
import { inFolder } from '#tests/server/stored.ts';
import { type Portal, portalOn } from '../server/fixture.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { unpackDatabase } from './pack-database.ts';
import type { People } from './story.ts';

/** The releases of which an installation is kept, oldest first. */
export const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Description of a kept installation: the time it was left, its settings, its sessions. */
interface About {
  now: number;
  settings: Record<string, string>;
  people: People;
}

/** A copy of the installation that a release left, opened by the present code. */
export async function openInstallation(release: string): Promise<Portal & About> {
  const location = await freshLocation();
  const kind = location.databaseUrl ? 'postgres' : 'embedded';
  const source = join(import.meta.dirname, release, kind);
  const about: About = JSON.parse(await readFile(join(source, 'installation.json'), 'utf8'));
  await unpackDatabase(source, location);
  for (const folder of ['files', 'reports'])
    await cp(join(source, folder), join(location.dataDir, folder), { recursive: true });
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const store = await openDatabase(readConfig({ DATA_DIR, DATABASE_URL }));
  // A release before it asked for this setting left the installation.
  const settings = { AUTHORITY_MAILBOX: 'takes-no-mail', ...about.settings };
  const { SECRET } = production;
  const portal = await portalOn(
    { store, location },
    { ...about, settings: { ...settings, SECRET, ...inFolder } },
  );
  // A release in which it was no list left it, with a comma in it.
  portal.services.config.SECRET = [about.settings.SECRET ?? ''];
  await sealExisting(portal.services);
  return Object.assign(portal, about);
}
