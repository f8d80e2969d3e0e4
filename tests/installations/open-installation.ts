import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { inFolder } from '#tests/server/stored.ts';
import { type Portal, portalOn } from '../server/fixture.ts';
import { environmentOf, freshLocation } from '../server/fresh-location.ts';
import { type About, unpackInstallation } from './pack-installation.ts';

/** The releases of which an installation is saved, oldest first. */
export const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Opens a copy of the installation of a release with the current code, and signs its users in. */
export async function openInstallation(release: string): Promise<Portal & About> {
  const location = await freshLocation();
  const kind = location.databaseUrl ? 'postgres' : 'embedded';
  const file = join(import.meta.dirname, release, `${kind}.json.gz`);
  const about = await unpackInstallation(file, location);
  const store = await openDatabase(readConfig({ ...environmentOf(location), ...inFolder }));
  const settings = { ...about.settings, ...inFolder };
  const portal = await portalOn({ store, location }, { ...about, settings });
  const { config, now } = portal.services;
  for (const person of Object.values(about.people))
    person.token = await store.transact(async (trx) => {
      const { id } = await trx
        .selectFrom('account')
        .select('id')
        .where('email', '=', person.email)
        .executeTakeFirstOrThrow();
      const secondFactorAt = person.secret ? now() : null;
      return openSession(trx, id, { config, at: now(), secondFactorAt });
    });
  return Object.assign(portal, about);
}
