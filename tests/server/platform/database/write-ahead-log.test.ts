import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'write-ahead-'));
  store = openStore({ dataDir });
  await sql`create table line (number integer)`.execute(store.db);
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

const write = (number: number) =>
  store.transact((trx) => sql`insert into line values (${number})`.execute(trx));
const read = () => sql<{ number: number }>`select number from line`.execute(store.db);

/** Replaces the disk: each sync waits until the test completes it. */
async function heldDisk() {
  const probe = await open(join(dataDir, 'portal.db-wal'));
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

test('a write is acknowledged and visible after its sync, and later writes share one sync', async () => {
  const disk = await heldDisk();
  const heard: string[] = [];
  const first = write(1).then(() => heard.push('first'));
  await vi.waitFor(() => expect(disk).toHaveLength(1), 30_000);
  const others = [2, 3, 4].map((number) => write(number).then(() => heard.push('other')));
  const alone = sql`insert into line values (5)`.execute(store.db).then(() => heard.push('alone'));
  await turnsOfTheLoop();
  const reader = read().then(({ rows }) => heard.push(`read ${rows.length}`));
  await turnsOfTheLoop();
  expect(heard).toEqual([]);
  disk[0]?.resolve();
  await first;
  await turnsOfTheLoop();
  expect(heard).toEqual(['first']);
  disk[1]?.resolve();
  await Promise.all([...others, alone, reader]);
  expect(heard.toSorted()).toEqual(['alone', 'first', 'other', 'other', 'other', 'read 5']);
  expect(disk).toHaveLength(2);
});

test('a failed sync rejects the write and all later statements', async () => {
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
  await expect(read()).rejects.toThrow('EIO');
  expect(disk).toHaveLength(1);
});

test('with synchronous = off no write is synced', async () => {
  const disk = await heldDisk();
  await sql`pragma synchronous = off`.execute(store.db);
  for (const number of [1, 2, 3]) await write(number);
  expect((await read()).rows).toHaveLength(3);
  expect(disk).toHaveLength(0);
});
