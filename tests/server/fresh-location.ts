import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Location of data: a folder and, where `DATABASE_URL` names a server, a database. */
export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** A place for data of its own. */
export interface FreshLocation extends Location {
  remove(): Promise<void>;
}

/** Makes an empty place, or a copy of `template`, which nobody may have open. */
export async function freshLocation(template?: Location): Promise<FreshLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
  if (template) await cp(template.dataDir, dataDir, { recursive: true });
  const removeFolder = () => rm(dataDir, { recursive: true });
  const server = process.env.DATABASE_URL;
  if (!server) return { dataDir, databaseUrl: undefined, remove: removeFolder };
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  if (template) url.searchParams.set('options', '-c synchronous_commit=off');
  await runOn(server, `create database ${name}${template ? ` template ${nameOf(template)}` : ''}`);
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await removeFolder();
      // A plain drop sends autovacuum away, which force may not; force the rest that is left.
      await runOn(server, `drop database ${name}`).catch(() =>
        runOn(server, `drop database ${name} with (force)`),
      );
    },
  };
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
