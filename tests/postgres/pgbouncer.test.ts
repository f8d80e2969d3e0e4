import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { needs } from '#tests/needs.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { startCluster } from './private-cluster.ts';

/** More clients than pgbouncer has connections. */
const CLIENTS = 8;

test(
  'the portal leaves no setting on a pooled connection',
  needs('pgbouncer', 'postgresql pgbouncer'),
  async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const direct = new pg.Client(cluster.url);
    await direct.connect();
    await direct.query("alter role portal set statement_timeout = '77s'");
    await direct.end();
    const pooler = await startPgbouncer(cluster.url);
    onTestFinished(() => pooler.stop());
    const store = openStore({ dataDir: '', databaseUrl: pooler.url });
    onTestFinished(() => store.close());
    await migrate(store.db);

    const pool = new pg.Pool({ connectionString: pooler.url, max: CLIENTS });
    onTestFinished(() => pool.end());
    const limits = new Set<string>();
    let isDone = false;
    const others = Array.from({ length: CLIENTS }, async () => {
      while (!isDone) {
        const { rows } = await pool.query("select current_setting('statement_timeout') as value");
        limits.add(rows[0].value);
      }
    });
    const dead = async () => {
      const name = 'kysely_migration';
      const { rows } = await pool.query(
        'select n_dead_tup as dead from pg_stat_user_tables where relname = $1',
        [name],
      );
      return Number(rows[0].dead);
    };
    for (let round = 0; round < 5; round++) {
      await pool.query('update kysely_migration set timestamp = timestamp');
      await expect.poll(dead).toBeGreaterThan(0);
      await store.scrub();
      await expect.poll(dead).toBe(0);
    }
    isDone = true;
    await Promise.all(others);
    expect([...limits]).toEqual(['77s']);
  },
);
