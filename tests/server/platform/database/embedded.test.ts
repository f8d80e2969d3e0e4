import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import {
  openDatabase,
  openStore,
  requireUndamaged,
} from '#server/platform/database/open-database.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { type Portal, portalOn } from '#tests/server/fixture.ts';
import { portalHere } from '#tests/server/run-tool.ts';

// Always the embedded database, which has one write lock and no check of its pages.
let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'embedded-'));
});
afterEach(() => rm(DATA_DIR, { recursive: true, force: true }));

describe('a damaged database', () => {
  /** Overwrites the first page of a table or index. */
  async function damage(begins: string): Promise<void> {
    const store = await openDatabase(readConfig({ DATA_DIR }));
    const page = await sql<{ at: number; size: number }>`select rootpage as at, page_size as size
      from sqlite_schema, pragma_page_size where name = ${begins}`.execute(store.db);
    await store.close();
    const { at = 0, size = 0 } = page.rows[0] ?? {};
    const file = await open(join(DATA_DIR, 'portal.db'), 'r+');
    await file.write(Buffer.alloc(size, 0xff), 0, size, (at - 1) * size);
    await file.close();
  }

  test.each(['audit_entry', 'sqlite_autoindex_account_1'])(
    'with a damaged page of %s is found at the start and by verify',
    async (begins) => {
      await damage(begins);
      const store = await openDatabase(readConfig({ DATA_DIR }));
      await expect(requireUndamaged(store, readConfig({ DATA_DIR }))).rejects.toThrow(
        /^The database in DATA_DIR=.* is damaged: .*restore a backup/s,
      );
      await store.close();
      const { status, stdout } = await portalHere(['verify'], { DATA_DIR });
      expect(status).toBe(1);
      expect(stdout).toMatch(/^damaged in the database: /);
      expect(stdout).toContain('Files and the chain were not checked');
    },
  );

  test('is not reported without damage', async () => {
    const store = await openDatabase(readConfig({ DATA_DIR }));
    await requireUndamaged(store, readConfig({ DATA_DIR }));
    expect(await store.damage({ whole: true })).toEqual([]);
    await store.close();
  });
});

describe('the write lock', () => {
  let portal: Portal;
  let store: Store;
  let foreign: DatabaseSync;
  beforeEach(async () => {
    store = await openDatabase(readConfig({ DATA_DIR }));
    const remove = () => rm(DATA_DIR, { recursive: true });
    const location = { dataDir: DATA_DIR, databaseUrl: undefined, remove };
    portal = await portalOn({ store, location });
    foreign = new DatabaseSync(join(DATA_DIR, 'portal.db'));
  });
  afterEach(async () => {
    foreign.close();
    await portal.close();
  });
  const ask = (email: string) => portal.call('sendCaptcha', { email, privacyAccepted: true });

  test('of another program lets reads succeed, and writes wait', async () => {
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

  test('that a call waits for too long causes 503, and the next call works', async () => {
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

  test('does not block the event loop during concurrent writes', async () => {
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

  test('keeps uncommitted changes from concurrent transactions', async () => {
    const added = async () =>
      (await store.db.selectFrom('account').select('id').execute()).map(({ id }) => id);
    const gate = Promise.withResolvers<void>();
    const row = (id: string) => ({ id, email: id, language: 'en', is_reviewer: 0, created_at: 0 });
    const first = store.transact(async (trx) => {
      await trx.insertInto('account').values(row('a@example.eu')).execute();
      await gate.promise;
      throw new Error('undone');
    });
    await setImmediate();
    const second = store.transact((trx) =>
      trx.insertInto('account').values(row('b@example.eu')).execute(),
    );
    expect(await added()).toEqual([]);
    gate.resolve();
    await expect(first).rejects.toThrow('undone');
    await second;
    expect(await added()).toEqual(['b@example.eu']);
  });
});

describe('the write-ahead log', () => {
  let store: Store;
  beforeEach(async () => {
    store = openStore({ dataDir: DATA_DIR });
    await sql`create table line (number integer)`.execute(store.db);
  });
  afterEach(() => store.close());

  const write = (number: number) =>
    store.transact((trx) => sql`insert into line values (${number})`.execute(trx));
  const read = () => sql<{ number: number }>`select number from line`.execute(store.db);

  /** Replaces the disk: each sync waits until the test completes it. */
  async function heldDisk() {
    const probe = await open(join(DATA_DIR, 'portal.db-wal'));
    const handle: FileHandle = Object.getPrototypeOf(probe);
    await probe.close();
    const turns: PromiseWithResolvers<void>[] = [];
    const spy = vi.spyOn(handle, 'datasync').mockImplementation(() => {
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      return turn.promise;
    });
    onTestFinished(() => spy.mockRestore());
    return turns;
  }

  async function turnsOfTheLoop() {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }

  test('is synced before a write is acknowledged; later writes share one sync', async () => {
    const disk = await heldDisk();
    const heard: string[] = [];
    const first = write(1).then(() => heard.push('first'));
    await vi.waitFor(() => expect(disk).toHaveLength(1), 30_000);
    const others = [2, 3, 4].map((number) => write(number).then(() => heard.push('other')));
    const alone = sql`insert into line values (5)`
      .execute(store.db)
      .then(() => heard.push('alone'));
    await turnsOfTheLoop();
    const synced = store.synced().then(() => heard.push('synced'));
    expect((await read()).rows).toHaveLength(5);
    await turnsOfTheLoop();
    expect(heard).toEqual([]);
    disk[0]?.resolve();
    await first;
    await turnsOfTheLoop();
    expect(heard).toEqual(['first']);
    disk[1]?.resolve();
    await Promise.all([...others, alone, synced]);
    expect(heard.toSorted()).toEqual(['alone', 'first', 'other', 'other', 'other', 'synced']);
    expect(disk).toHaveLength(2);
  });

  test('is synced before a response is sent, and a failed sync is an error', async () => {
    const location = { dataDir: DATA_DIR, databaseUrl: undefined, remove: async () => {} };
    const opened = await openDatabase(readConfig({ DATA_DIR }));
    const portal = await portalOn({ store: opened, location });
    onTestFinished(() => portal.close());
    const disk = await heldDisk();
    const heard: string[] = [];
    /** Asks while the sync of a write is in progress. */
    const askDuringSync = async (
      count: number,
      settle: (sync: PromiseWithResolvers<void> | undefined) => void,
    ) => {
      const write = sql`insert into line values (1)`.execute(opened.db);
      const written = write.then(
        () => heard.push('written'),
        () => heard.push('not written'),
      );
      await vi.waitFor(() => expect(disk).toHaveLength(count), 30_000);
      const answer = portal.call('config', {}).then(({ code }) => heard.push(`answered ${code}`));
      await turnsOfTheLoop();
      expect(heard).toEqual([]);
      settle(disk[count - 1]);
      await Promise.all([written, answer]);
      return heard.splice(0);
    };
    const success = askDuringSync(1, (sync) => sync?.resolve());
    expect(await success).toEqual(['written', 'answered 200']);
    const failure = askDuringSync(2, (sync) => sync?.reject(new Error('EIO: i/o error')));
    expect(await failure).toEqual(['not written', `answered ${codes.internal}`]);
  });

  test('rejects the write and all later ones after a failed sync', async () => {
    const disk = await heldDisk();
    const failed = write(1);
    await vi.waitFor(() => expect(disk).toHaveLength(1), 30_000);
    const within = store.transact(async (trx) => {
      await sql`insert into line values (2)`.execute(trx);
      disk[0]?.reject(new Error('EIO: i/o error'));
      await turnsOfTheLoop();
      // The commit of the first one is not rolled back.
      return sql<{ number: number }>`select number from line`.execute(trx);
    });
    await expect(failed).rejects.toThrow('EIO');
    await expect(within).rejects.toThrow('EIO');
    await expect(write(3)).rejects.toThrow('EIO');
    await expect(store.synced()).rejects.toThrow('EIO');
    expect(disk).toHaveLength(1);
  });

  test('is not synced with synchronous = off', async () => {
    const disk = await heldDisk();
    await sql`pragma synchronous = off`.execute(store.db);
    for (const number of [1, 2, 3]) await write(number);
    expect((await read()).rows).toHaveLength(3);
    expect(disk).toHaveLength(0);
  });
});
