import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { type Portal, portalOn } from '#tests/server/fixture.ts';

let portal: Portal;
let foreign: DatabaseSync;

/** Always the embedded database, which has one write lock. */
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foreign-lock-'));
  const store = openStore({ dataDir });
  await migrate(store.db);
  const remove = () => rm(dataDir, { recursive: true });
  portal = await portalOn({ store, location: { dataDir, databaseUrl: undefined, remove } });
  foreign = new DatabaseSync(join(dataDir, 'portal.db'));
});
afterEach(async () => {
  foreign.close();
  await portal.close();
});

const ask = (email: string) => portal.call('sendCaptcha', { email, privacyAccepted: true });

test('reads succeed and writes wait while another program holds the lock', async () => {
  const token = await portal.signIn('owner@example.eu');
  foreign.exec('begin immediate');
  const order: string[] = [];
  const write = ask('writer@example.eu').then(({ status }) => order.push(`written ${status}`));
  for (let turn = 0; turn < 5; turn++) {
    await setImmediate();
    const { status } = await portal.call('currentUser', {}, { token });
    order.push(`read ${status}`);
  }
  foreign.exec('rollback');
  await write;
  expect(order).toEqual([...Array(5).fill('read 200'), 'written 200']);
});

test('a call that times out on the lock gets 503, and the next one works', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  foreign.exec('begin immediate');
  const asked = ask('writer@example.eu');
  await setTimeout(100);
  vi.advanceTimersByTime(4000);
  const { code, response } = await asked;
  expect([code, response.headers['retry-after']]).toEqual([codes.unavailable, '5']);
  foreign.exec('rollback');
  expectCode(await ask('writer@example.eu'), codes.ok);
});

test('concurrent writes do not block the event loop', async () => {
  const { store } = portal.services;
  let isHeard = false;
  let wasHeard = false;
  const writes = Array.from({ length: 40 }, () =>
    store.transact(async () => {
      wasHeard ||= isHeard;
      const until = performance.now() + 1;
      while (performance.now() < until);
    }),
  );
  globalThis.setTimeout(() => {
    isHeard = true;
  }, 0);
  await Promise.all(writes);
  expect(wasHeard).toBe(true);
});

test('concurrent transactions do not see uncommitted changes', async () => {
  const { store } = portal.services;
  const count = async () =>
    Number(
      (
        await store.db
          .selectFrom('account')
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    );
  const before = await count();
  const gate = Promise.withResolvers<void>();
  const row = (email: string) => ({
    id: email,
    email,
    language: 'en',
    is_reviewer: 0,
    created_at: 0,
  });
  const first = store.transact(async (trx) => {
    await trx.insertInto('account').values(row('a@example.eu')).execute();
    await gate.promise;
    throw new Error('undone');
  });
  await setImmediate();
  const second = store.transact((trx) =>
    trx.insertInto('account').values(row('b@example.eu')).execute(),
  );
  expect(await count()).toBe(before);
  gate.resolve();
  await expect(first).rejects.toThrow('undone');
  await second;
  expect(await count()).toBe(before + 1);
});
