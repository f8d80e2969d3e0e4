import { globSync, readFileSync } from 'node:fs';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { BREAK } from '#server/platform/audit/chain.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { findRows, requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type FilledStore, fillStore } from '#tests/server/filled-store.ts';
import { rows } from '#tests/server/fixture.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';

const config = () => environmentOf(filled.location);
const NUMBER = 'VD-COVERED';

let filled: FilledStore;
beforeAll(async () => {
  filled = await fillStore([NUMBER], 0);
});
afterAll(async () => {
  await filled.store.close();
  await filled.location.remove();
});

const tables = Object.entries(coveredTables);

/** The digests of a table's entries, in their order. */
async function entriesOf(table: string): Promise<string[]> {
  const seals = await findRows(filled.store.db, 'seal', { kind: table }, 'seq');
  return seals.map(({ digest }) => digest);
}

/** Locks all rows of a table. */
const readAll = (table: 'note', trx: Transaction<Schema>) =>
  filled.store.forUpdate(trx.selectFrom(table).selectAll().where(sql<boolean>`1 = 1`)).execute();

/** All its columns are the key: rows are inserted and deleted. */
const NEVER_UPDATED = 'recovery_code';

describe.each(tables)('a change of %s', (name, { key, except = [] }) => {
  const table = name as 'note';
  const columns = () => filled.all.find((one) => one.name === table)?.columns ?? [];
  const isPlain = (column: string) =>
    ![...key, ...except].includes(column) && !/_id$|number$|_by$|^asked_of$/.test(column);
  const column = () => columns().find((one) => isPlain(one.name))?.name;
  const isInteger = (column: string) =>
    columns().some((one) => one.name === column && /int/i.test(one.dataType));
  const touch = (db: Kysely<Schema>, value: (column: string) => unknown = sql.ref) => {
    const changed = column() ?? key[0];
    return db
      .updateTable(table)
      .set({ [changed]: value(changed) as never })
      .where(sql<boolean>`1 = 1`);
  };
  const readAndTouch = () =>
    filled.store.transact(async (trx) => {
      await readAll(table, trx);
      return touch(trx).executeTakeFirst();
    });

  test('appends an entry in its transaction, whatever the condition', async () => {
    const { store, all, insert, rowOf } = filled;
    const found = await store.db.selectFrom(table).selectAll().executeTakeFirst();
    if (!found) {
      const described = all.find((one) => one.name === table);
      const vehicles = all.find((one) => one.name === 'vehicle');
      const isOfVehicle = name === 'vehicle_link' || name === 'series_object';
      if (isOfVehicle && vehicles)
        await insert(vehicles, { ...rowOf(vehicles, NUMBER), id: `car of ${name}`, vin: name });
      const grants = all.find((one) => one.name === 'live_grant');
      if (name === 'live_token' && grants)
        await insert(grants, { ...rowOf(grants, NUMBER), id: 'grant of a token' });
      if (described)
        await insert(described, {
          ...rowOf(described, NUMBER),
          ...(isOfVehicle && { vehicle_id: `car of ${name}` }),
          ...(name === 'live_token' && { grant_id: 'grant of a token' }),
        });
    }
    const before = await entriesOf(table);
    const result = await readAndTouch();
    expect(result?.numUpdatedRows).toBeGreaterThan(0n);
    expect((await entriesOf(table)).length).toBe(before.length + Number(result?.numUpdatedRows));
  });

  test('appends nothing when the transaction is rolled back', async () => {
    const before = await entriesOf(table);
    const broken = filled.store.transact(async (trx) => {
      await readAll(table, trx);
      await touch(trx).execute();
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await entriesOf(table)).toEqual(before);
  });

  test('by hand is recorded before the next change of the row', async () => {
    const { store } = filled;
    if (!column()) return expect(name).toBe(NEVER_UPDATED);
    const breaks = async () => (await rows({ store } as Services, 'seal', { kind: BREAK })).length;
    await readAndTouch();
    const before = await breaks();
    await touch(store.db, (changed) =>
      isInteger(changed) ? sql`${sql.ref(changed)} + 1` : sql`${sql.ref(changed)} || '1'`,
    ).execute();
    await readAndTouch();
    expect(await breaks()).toBeGreaterThan(before);
  });

  test('is rejected unless its rows were read', async () => {
    if (!column()) return expect(name).toBe(NEVER_UPDATED);
    const before = await entriesOf(table);
    const unread = filled.store.transact((trx) => touch(trx).execute());
    await expect(unread).rejects.toThrow(`${name} is covered by the chain`);
    const upsert = filled.store.transact((trx) =>
      trx
        .insertInto(table)
        .values({ id: 'x' } as never)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 'x' }))
        .execute(),
    );
    await expect(upsert).rejects.toThrow(`${name} is covered by the chain`);
    expect(await entriesOf(table)).toEqual(before);
  });
});

test('an insert, an update and a deletion append an entry each and return their results', async () => {
  const { store } = filled;
  const { id: author_id } = await requireRow(store.db, 'account', {});
  const note = { id: 'n', application_number: NUMBER, author_id, at: 1, text: 'a' };
  const before = (await entriesOf('note')).length;
  const one = await store.transact((trx) =>
    trx.insertInto('note').values(note).executeTakeFirstOrThrow(),
  );
  expect(one.numInsertedOrUpdatedRows).toBe(1n);
  const two = await store.transact(async (trx) => {
    await store.forUpdate(trx.selectFrom('note').selectAll().where('id', '=', 'n')).execute();
    return trx
      .updateTable('note')
      .set({ text: 'b' })
      .where('id', '=', 'n')
      .returning('text as words')
      .executeTakeFirstOrThrow();
  });
  expect(two.words).toBe('b');
  const none = await store.transact((trx) =>
    trx.deleteFrom('note').where('id', '=', 'nobody').executeTakeFirstOrThrow(),
  );
  expect(none.numDeletedRows).toBe(0n);
  await store.transact((trx) => trx.deleteFrom('note').where('id', '=', 'n').execute());
  const [inserted, updated, deleted] = (await entriesOf('note')).slice(before);
  expect([inserted, updated].every((digest) => digest && digest.length === 64)).toBe(true);
  expect(inserted).not.toBe(updated);
  expect(deleted).toBe('');
});

test('a removal by hand is recorded before the row is inserted again', async () => {
  const { store } = filled;
  const put = () =>
    store.transact((trx) =>
      trx.insertInto('desk_setting').values({ name: 'fourEyes', value_json: '1' }).execute(),
    );
  await put();
  await store.db.deleteFrom('desk_setting').where('name', '=', 'fourEyes').execute();
  await put();
  const breaks = await rows({ store } as Services, 'seal', { kind: BREAK });
  expect(breaks.at(-1)?.subject).toBe('desk_setting ["fourEyes"]');
});

test('a change of an excepted column appends no entry', async () => {
  const before = await entriesOf('stored_file');
  await filled.store.transact((trx) =>
    trx.updateTable('stored_file').set({ checked_at: 7 }).execute(),
  );
  expect(await entriesOf('stored_file')).toEqual(before);
});

test.each([
  sql`update note set text = 'x'`,
  sql`update or ignore note set text = 'x'`,
  sql`UPDATE "main"."note" SET text = 'x'`,
  sql`update ${sql.table('note')} set text = 'x'`,
  sql`insert or replace into note select * from note`,
  sql`delete from only note`,
  sql`truncate table note`,
  sql`insert into step select * from step; delete from note`,
])('raw SQL cannot write a covered table: %#', async (statement) => {
  const broken = filled.store.transact((trx) => statement.execute(trx));
  await expect(broken).rejects.toThrow('note is covered by the chain');
});

test('two transactions that write the same rows in different order both commit', async () => {
  const { store } = filled;
  const write = (first: keyof Schema, second: keyof Schema) =>
    store.transact(async (trx) => {
      for (const table of [first, second] as 'note'[]) await readAll(table, trx);
      for (const table of [first, second] as 'note'[])
        await trx
          .updateTable(table)
          .set({ [table === 'note' ? 'text' : 'purpose']: 'again' })
          .execute();
    });
  await Promise.all([
    write('note', 'application'),
    write('application', 'note'),
    write('note', 'application'),
  ]);
});

test('no code writes a covered table outside a transaction', () => {
  const names = tables.map(([name]) => name).join('|');
  const write = new RegExp(`\\bdb\\s*\\.(insertInto|updateTable|deleteFrom)\\('(${names})'`, 'g');
  const places = ['server/**/*.ts', 'tools/*.ts', 'tools/{backup,import}/*.ts', 'demo/**/*.ts'];
  const found = globSync(places.map((place) => `src/${place}`)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(write)].map(([call]) => `${file}: ${call}`),
  );
  // Called with a transaction that is named `db`.
  const transactions = /accounts\/accounts.ts|demo\/seed.ts/;
  expect(found.filter((call) => !transactions.test(call))).toEqual([]);
});

test('rows that were not written through the portal break no seal', async () => {
  const { broken } = await verifyChains({ store: filled.store, config: config() as never });
  expect(broken.some((place) => place.startsWith('seal'))).toBe(false);
});
