import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Location of data: a folder and, where `DATABASE_URL` names a server, a database; where
 * `STORAGE_URL` names a bucket, a place in it, which stays when the location is removed.
 */
export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Settings that name the place in the bucket. */
  storage?: Record<string, string>;
}

/** A place for data of its own. */
export interface FreshLocation extends Location {
  remove(): Promise<void>;
}

/** Environment of a portal or a tool at a location. */
export const environmentOf = ({ dataDir, databaseUrl = '', storage }: Location) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  AUDIT_KEY: 'key of the chain in the tests: no secret',
  ...storage,
});

/** Makes an empty place, or a copy of `template`, which nobody may have open. */
export async function freshLocation(template?: Location): Promise<FreshLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
  if (template) await cp(template.dataDir, dataDir, { recursive: true });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const storage = placeInBucket(name);
  const removeFolder = () => rm(dataDir, { recursive: true });
  const server = process.env.DATABASE_URL;
  if (!server) return { dataDir, databaseUrl: undefined, storage, remove: removeFolder };
  // Databases are made and dropped at the server itself: a pooler keeps connections to them.
  const url = new URL(process.env.POOLER_URL ?? server);
  url.pathname = name;
  if (template) url.searchParams.set('options', '-c synchronous_commit=off');
  // Copied by file, since block by block through the log costs the server twice as much.
  const like = template ? ` template ${nameOf(template)} strategy file_copy` : '';
  await runOn(server, `create database ${name}${like}`);
  return {
    dataDir,
    databaseUrl: url.href,
    storage,
    async remove() {
      await removeFolder();
      // A plain drop sends autovacuum away, which force may not, and waits for the rest a while;
      // force ends the rest at once, and what both meet is gone by the next time.
      const plain = () => runOn(server, `drop database ${name}`);
      const force = () => runOn(server, `drop database ${name} with (force)`);
      // A pooler stays for a while, which a plain drop would wait for.
      if (process.env.POOLER_URL) await force();
      else await plain().catch(force).catch(plain);
    },
  };
}

/** Settings that name a place in the bucket of `STORAGE_URL`; none where there is no bucket. */
function placeInBucket(name: string): Record<string, string> {
  const { STORAGE_URL, ...others } = process.env;
  if (!STORAGE_URL) return {};
  const store = Object.entries(others).filter(([key]) => /^(S3|AWS)_/.test(key));
  // A store that shares the machine with all the tests is slow, and no test of this is that.
  const patient = { S3_SILENCE_SECONDS: '60' };
  return { ...patient, ...Object.fromEntries(store), STORAGE_URL: `${STORAGE_URL}/${name}` };
}

const nameOf = ({ databaseUrl = '' }: Location) => new URL(databaseUrl).pathname.slice(1);

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
