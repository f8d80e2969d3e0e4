import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { holdMailIfRestored, mailHeldSince } from '#server/platform/mail/mail-hold.ts';
import { needsPostgres } from '#tests/needs.ts';
import { environmentOf, freshLocation, type Location } from '#tests/server/fresh-location.ts';
import { portalHere } from '#tests/server/run-tool.ts';
import { inFolder } from '#tests/server/stored.ts';
import { releases } from '../installations/open-installation.ts';
import { unpackInstallation } from '../installations/pack-installation.ts';
import { type Cluster, startSuiteCluster } from './private-cluster.ts';

const run = promisify(execFile);
const settingsOf = (location: Location) => ({ ...environmentOf(location), ...inFolder });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startSuiteCluster();
  vi.stubEnv('DATABASE_URL', cluster.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cluster.remove();
});

/** An empty database and an empty folder. */
async function emptyLocation(): Promise<Location> {
  const location = await freshLocation();
  onTestFinished(location.remove);
  return location;
}

/** Starts like the portal: migrates, joins database and storage; returns whether mail is held. */
async function start(location: Location): Promise<boolean> {
  const config = readConfig(settingsOf(location));
  const store = await openDatabase(config);
  await checkInstallation(store, config);
  await holdMailIfRestored(store, config);
  const since = await mailHeldSince(store.db);
  await store.close();
  return since !== null;
}

test(
  'a pg_dump and a later copy of the folder can be restored, verified and started',
  needsPostgres(),
  async () => {
    const source = await emptyLocation();
    const saved = join(import.meta.dirname, '../installations', releases.at(-1) ?? '');
    await unpackInstallation(join(saved, 'postgres.json.gz'), source);
    // The saved installation lacks this file.
    const client = new pg.Client({ connectionString: source.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select name from installation');
    await client.end();
    await writeFile(join(source.dataDir, 'installation'), `${rows[0].name}\n`);
    expect([await start(source), await start(source)]).toEqual([false, false]);
    const dump = join(source.dataDir, 'portal.dump');
    const whole = ['--no-owner', '--no-privileges'];
    await run('pg_dump', ['--format=custom', ...whole, `--file=${dump}`, source.databaseUrl ?? '']);
    // Stored between the dump and the copy of the files.
    await writeFile(join(source.dataDir, 'files', 'uploaded-later'), 'later');

    const target = await emptyLocation();
    for (const name of ['files', 'reports', 'series', 'installation'])
      await cp(join(source.dataDir, name), join(target.dataDir, name), { recursive: true });
    await run('pg_restore', [...whole, '--exit-on-error', `--dbname=${target.databaseUrl}`, dump]);

    expect(await portalHere(['verify'], settingsOf(target))).toMatchObject({ status: 0 });
    expect([await start(target), await start(target)]).toEqual([true, true]);
  },
);

test('a process with an empty folder of its own does not start', needsPostgres(), async () => {
  const location = await emptyLocation();
  await start(location);
  const { dataDir } = await emptyLocation();
  await expect(start({ ...location, dataDir })).rejects.toThrow(
    /has no installation ID: configure the storage that all processes of this database share/,
  );
  await start(location);
});
