import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { timeouts } from '#server/platform/storage/bucket.ts';

/**
 * A folder, and a database and a prefix of a bucket if the run has them. The prefix is not removed.
 */
export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
  storage?: Record<string, string>;
}

export interface FreshLocation extends Location {
  remove(): Promise<void>;
}

export const environmentOf = ({ dataDir, databaseUrl = '', storage }: Location) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  AUDIT_KEY: 'key of the chain in the tests: no secret',
  ...storage,
});

/** Creates a location, or copies `template`, which must not be in use. */
export async function freshLocation(template?: Location): Promise<FreshLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
  if (template) await cp(template.dataDir, dataDir, { recursive: true });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const storage = placeInBucket(name);
  const removeFolder = () => rm(dataDir, { recursive: true });
  const server = process.env.DATABASE_URL;
  if (!server) return { dataDir, databaseUrl: undefined, storage, remove: removeFolder };
  // Not through the pooler, which keeps connections to databases.
  const url = new URL(process.env.POOLER_URL ?? server);
  url.pathname = name;
  // Twice as fast as a copy through the log.
  const like = template ? ` template ${nameOf(template)} strategy file_copy` : '';
  await runOn(server, `create database ${name}${like}`);
  return {
    dataDir,
    databaseUrl: url.href,
    storage,
    async remove() {
      await removeFolder();
      // A plain drop waits for other connections for a while; a forced drop ends them.
      const plain = () => runOn(server, `drop database ${name}`);
      const force = () => runOn(server, `drop database ${name} with (force)`);
      // Connections of the pooler would block a plain drop.
      if (process.env.POOLER_URL) await force();
      else await plain().catch(force).catch(plain);
    },
  };
}

function placeInBucket(name: string): Record<string, string> {
  const { STORAGE_URL, ...others } = process.env;
  if (!STORAGE_URL) return {};
  // The store shares a busy machine.
  timeouts.idle = 60_000;
  const keys = Object.entries(others).filter(([key]) => key.startsWith('AWS_'));
  const url = new URL(STORAGE_URL);
  url.pathname += `/${name}`;
  return { ...Object.fromEntries(keys), STORAGE_URL: url.href };
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
