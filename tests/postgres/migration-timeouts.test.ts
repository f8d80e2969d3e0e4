import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { executedMigrations } from '#server/platform/database/migrations.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { needsPostgres } from '#tests/needs.ts';
import { environmentOf, freshLocation } from '../server/fresh-location.ts';
import { useOwnServer } from './own-server.ts';

const read = "select current_setting('statement_timeout') as value";

test('migrations have no timeout; other statements have one', needsPostgres(), async () => {
  await useOwnServer();
  const { databaseUrl = '', ...others } = await freshLocation();
  onTestFinished(() => others.remove());
  const url = new URL(databaseUrl);
  url.searchParams.set('statement_timeout', '31000');
  url.searchParams.set('query_timeout', '36000');
  const config = readConfig(environmentOf({ ...others, databaseUrl: url.href }));
  const first = await openDatabase(config);
  const done = await executedMigrations(first.db);
  await first.close();

  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  const inMigration: unknown[] = [];
  const store = await openDatabase(config, {
    getMigrations: async () => ({
      ...Object.fromEntries(done.map((name) => [name, { up: async () => {} }])),
      '2098-01-01-1-slow': {
        up: async (db) => {
          inMigration.push((await sql.raw<{ value: string }>(read).execute(db)).rows[0]?.value);
        },
      },
    }),
  });
  onTestFinished(() => store.close());
  const { rows } = await sql.raw<{ value: string }>(read).execute(store.db);
  expect([...inMigration, rows[0]?.value]).toEqual(['0', '31s']);

  const timeoutsOfDriver = queries.mock.calls.flatMap(([text], index) => {
    const client = queries.mock.contexts[index] as unknown as {
      connectionParameters: { query_timeout: unknown };
    };
    return (text as unknown) === read ? [Number(client.connectionParameters.query_timeout)] : [];
  });
  expect(timeoutsOfDriver).toEqual([0, 36_000]);
});
