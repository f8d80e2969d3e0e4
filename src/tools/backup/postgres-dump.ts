import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { childEnvironment, postgres } from '#server/platform/config/child-environment.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { BackupError } from './manifest.ts';

const run = promisify(execFile);

/** Parameters of an address that PostgreSQL's own programs know; they refuse all others. */
const known = ['application_name', 'host', 'options', 'port', 'target_session_attrs', 'user'];

/**
 * Writes a dump of the database to a file, and reads in the database as it is in the dump.
 * @throws {BackupError} in words of `pg_dump`
 */
export async function dumpPostgres<T>(
  { db }: Store,
  { url, path }: { url: string; path: string },
  read: (db: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // It rests for as long as the dump takes.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
      const answer = await read(trx);
      await runClient('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        // Of an extension that the administrator made, nobody else may say what it is for.
        '--no-comments',
        `--snapshot=${rows[0]?.id}`,
        `--file=${path}`,
      ]);
      return answer;
    });
}

/**
 * Brings a dump back into an empty database, whole or not at all.
 * @throws {BackupError} in words of `pg_restore`
 */
export async function restorePostgres(url: string, path: string): Promise<void> {
  const whole = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await runClient('pg_restore', url, [...whole, path]);
}

async function runClient(program: string, url: string, args: string[]): Promise<void> {
  const { address, password } = addressOf(url);
  // On the command line others of this machine would read it.
  const env = { ...childEnvironment(postgres), ...(password && { PGPASSWORD: password }) };
  try {
    // It asks nobody for a password that is missing.
    await run(program, [`--dbname=${address}`, '--no-password', ...args], { env });
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    const reason =
      code === 'ENOENT'
        ? 'it is not installed; the package of Debian is postgresql-client'
        : stderr.trim();
    throw new BackupError(`${program} failed: ${reason}`, { cause });
  }
}

function addressOf(databaseUrl: string): { address: string; password: string } {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  // They do not take a plus for a space.
  url.search = [...url.searchParams]
    .filter(([name]) => known.includes(name) || name.startsWith('ssl'))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return { address: url.href, password };
}
