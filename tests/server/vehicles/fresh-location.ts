import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A place for data of its own: a temporary folder and, where `DATABASE_URL` names a server, a database. */
export interface FreshLocation {
  dataDir: string;
  databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export async function freshLocation(): Promise<FreshLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
  const removeFolder = () => rm(dataDir, { recursive: true });
  const server = process.env.DATABASE_URL;
  if (!server) return { dataDir, databaseUrl: undefined, remove: removeFolder };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await removeFolder();
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
