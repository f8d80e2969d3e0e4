import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, requireUndamaged } from '#server/platform/database/open-database.ts';
import { run as runVerify } from '#tools/verify.ts';

// Always the embedded database: PostgreSQL checks its pages itself.
let env: { DATA_DIR: string };
beforeEach(async () => {
  env = { DATA_DIR: await mkdtemp(join(tmpdir(), 'damaged-')) };
});
afterEach(() => rm(env.DATA_DIR, { recursive: true }));

/** Overwrites the first page of a table or index. */
async function damage(begins: 'audit_entry' | 'sqlite_autoindex_account_1'): Promise<void> {
  const store = await openDatabase(readConfig(env));
  const page = await sql<{ at: number; size: number }>`select rootpage as at, page_size as size
    from sqlite_schema, pragma_page_size where name = ${begins}`.execute(store.db);
  await store.close();
  const { at = 0, size = 0 } = page.rows[0] ?? {};
  const file = await open(join(env.DATA_DIR, 'portal.db'), 'r+');
  await file.write(Buffer.alloc(size, 0xff), 0, size, (at - 1) * size);
  await file.close();
}

async function verify() {
  let stdout = '';
  const status = await runVerify([], env, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stdout += text) },
  });
  return { status, stdout };
}

test.each(['audit_entry', 'sqlite_autoindex_account_1'] as const)(
  'a damaged page of %s is found at the start and by verify',
  async (begins) => {
    await damage(begins);
    const store = await openDatabase(readConfig(env));
    await expect(requireUndamaged(store, readConfig(env))).rejects.toThrow(
      /^The database in DATA_DIR=.* is damaged: .*restore a backup/s,
    );
    await store.close();
    const { status, stdout } = await verify();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^damaged in the database: /);
    expect(stdout).toContain('Files and the chain were not checked');
  },
);

test('an undamaged database starts', async () => {
  const store = await openDatabase(readConfig(env));
  await requireUndamaged(store, readConfig(env));
  expect(await store.damage({ whole: true })).toEqual([]);
  await store.close();
});
