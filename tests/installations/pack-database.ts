import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Location } from '../server/fresh-location.ts';

const EMBEDDED = 'portal.db';

/** Writes the database of an installation that nobody has open into `target`, compressed. */
export async function packDatabase(
  { dataDir, databaseUrl }: Location,
  target: string,
): Promise<void> {
  const [name, content] = databaseUrl
    ? ['database.sql', await dump(databaseUrl)]
    : [EMBEDDED, await readFile(join(dataDir, EMBEDDED))];
  await writeFile(join(target, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** Puts a packed database into an empty location. */
export async function unpackDatabase(
  source: string,
  { dataDir, databaseUrl }: Location,
): Promise<void> {
  const read = async (name: string) => gunzipSync(await readFile(join(source, `${name}.gz`)));
  if (!databaseUrl) return writeFile(join(dataDir, EMBEDDED), await read(EMBEDDED));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query((await read('database.sql')).toString());
  } finally {
    await client.end();
  }
}

/** As SQL that older servers and any driver read too. */
async function dump(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'pg_dump',
    ['--no-owner', '--no-privileges', '--rows-per-insert=100', databaseUrl],
    { maxBuffer: 2 ** 28 },
  );
  return stdout.replace(/^(\\(un)?restrict|SET transaction_timeout) .*\n/gm, '');
}
