import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Location } from '../server/fresh-location.ts';
import type { People } from './story.ts';

/** Description of a saved installation: the time when it was saved, its settings, its sessions. */
export interface About {
  now: number;
  settings: Record<string, string>;
  people: People;
}

interface Packed {
  about: About;
  /** Content of every file by its path in the data folder, base64. */
  files: Record<string, string>;
  /** SQL of the PostgreSQL database; null if the database is one of the files. */
  database: string | null;
}

const folders = ['files', 'reports', 'series'];

/** Packs an installation that no process has open into one compressed file. */
export async function packInstallation(
  about: About,
  { dataDir, databaseUrl }: Location,
  file: string,
): Promise<void> {
  const files: Packed['files'] = {};
  const add = async (path: string) => {
    files[path] = await readFile(join(dataDir, path), 'base64');
  };
  if (!databaseUrl) await add('portal.db');
  for (const folder of folders)
    for (const name of await readdir(join(dataDir, folder)).catch(() => []))
      await add(join(folder, name));
  const database = databaseUrl ? await dump(databaseUrl) : null;
  const packed: Packed = { about, files, database };
  await writeFile(file, gzipSync(JSON.stringify(packed), { level: 9 }));
}

/** Unpacks an installation into an empty location; returns its description. */
export async function unpackInstallation(
  file: string,
  { dataDir, databaseUrl }: Location,
): Promise<About> {
  const { about, files, database }: Packed = JSON.parse(
    gunzipSync(await readFile(file)).toString(),
  );
  for (const folder of folders) await mkdir(join(dataDir, folder), { recursive: true });
  for (const [path, content] of Object.entries(files))
    await writeFile(join(dataDir, path), content, 'base64');
  if (database === null) return about;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(database);
  } finally {
    await client.end();
  }
  return about;
}

/** Returns SQL that older servers and any driver can read. */
async function dump(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'pg_dump',
    ['--no-owner', '--no-privileges', '--rows-per-insert=100', databaseUrl],
    { maxBuffer: 2 ** 28 },
  );
  return stdout.replace(/^(\\(un)?restrict|SET transaction_timeout) .*\n/gm, '');
}
