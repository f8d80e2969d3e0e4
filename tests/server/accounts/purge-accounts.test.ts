import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { addRows } from '#tests/server/fixture.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

test('an account that signs in while accounts are purged keeps its rows or is deleted with them', async () => {
  const { store, location, close } = await freshStore();
  onTestFinished(close);
  const account = { id: 'a', email: 'a@example.eu', is_reviewer: 0 as const, language: 'en' };
  await addRows({ store }, 'account', { ...account, created_at: 0 });
  await addRows({ store }, 'saved_view', { account_id: 'a', name: 'Mine', filter_json: '{}' });
  // Embedded, one transaction waits for the other; PostgreSQL has statements of others in between.
  const waiting = async () => {
    if (store.kind === 'embedded') return 2;
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
    return Number(rows[0]?.count);
  };

  let purged: Promise<void> = Promise.resolve();
  let signedIn: Promise<unknown> = Promise.resolve();
  await store.transact(async (trx) => {
    const views = trx.selectFrom('saved_view').selectAll().where('account_id', '=', 'a');
    await store.forUpdate(views).execute();
    purged = purgeAccounts({ store, config: readConfig(environmentOf(location)), now: () => NOW });
    await expect.poll(waiting).toBeGreaterThan(0);
    let isOver = false;
    signedIn = store.db
      .insertInto('session')
      .values({ token_digest: 'd', account_id: 'a', created_at: NOW, expires_at: NOW + 1 })
      .execute()
      // It refers to an account that is gone.
      .catch(() => {})
      .finally(() => {
        isOver = true;
      });
    await expect.poll(async () => isOver || (await waiting()) > 1).toBe(true);
  });
  await Promise.all([purged, signedIn]);

  const accounts = await store.db.selectFrom('account').select('id').execute();
  const views = await store.db.selectFrom('saved_view').select('account_id as id').execute();
  expect(views, 'views of the accounts that are left').toEqual(accounts);
});
