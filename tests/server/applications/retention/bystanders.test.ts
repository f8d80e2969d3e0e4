import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { purgeApplications } from '#server/applications/retention.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import {
  type FilledStore,
  fillStore,
  namesAccount,
  outlives,
  type Table,
} from '#tests/server/filled-store.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const ERASED = 'VD-ERASED';
const BYSTANDER = 'VD-BYSTANDER';

let filled: FilledStore;
beforeAll(async () => {
  filled = await fillStore([ERASED, BYSTANDER], NOW);
});
afterAll(() => filled.close());

test('of two applications with a row in every table only the ended one is erased', async () => {
  const { store, location, rowsOf } = filled;
  const before = await rowsOf(BYSTANDER);
  for (const [name, rows] of Object.entries(before)) expect(rows.length, name).toBeGreaterThan(0);
  await changeRows({ store }, 'application', { number: BYSTANDER }, { updated_at: NOW });
  const config = readConfig(environmentOf(location));
  expect(await purgeApplications({ store, config, now: () => NOW })).toBe(1);
  const left = Object.entries(await rowsOf(ERASED)).filter(([, rows]) => rows.length > 0);
  expect(left).toEqual([]);
  const [application] = before.application as object[];
  expect(await rowsOf(BYSTANDER)).toEqual({
    ...before,
    application: [{ ...application, updated_at: NOW }],
  });
  expect(await store.db.selectFrom('job').select('id').execute()).toHaveLength(2);
});

test('an application is kept when a dispute begins during the purge', async () => {
  const disputed = 'VD-DISPUTED';
  const { store, location, rowsOf, close } = await fillStore([disputed, ERASED], NOW);
  onTestFinished(close);
  await store.db.updateTable('dispute').set({ ended_at: 0 }).execute();
  await changeRows({ store }, 'application', { number: ERASED }, { updated_at: 1 });
  const begin = () =>
    changeRows({ store }, 'dispute', { application_number: disputed }, { ended_at: null });
  const services = { store, config: readConfig(environmentOf(location)), now: () => NOW };
  await purgeApplications(afterReading(services, 'number', begin));
  expect((await rowsOf(disputed)).application).toHaveLength(1);
  expect((await rowsOf(ERASED)).application).toEqual([]);
});

/** Rows of an account that are erased with it. */
const takenAlong = ['company_identity', 'draft', 'passkey', 'saved_view'];

test('only accounts that no row refers to are erased, with their own rows', async () => {
  const { store, location, all, tables, insert, rowOf } = filled;
  const accounts = all.find(({ name }) => name === 'account') as Table;
  const ofZero = ({ name, dataType }: Table['columns'][number], id: string) =>
    /int/i.test(dataType) ? [name, 0] : [name, id];
  const cells = all
    .filter(({ name }) => ![...outlives, 'account'].includes(name))
    .flatMap((table) =>
      table.columns
        .filter(({ name }) => namesAccount(name))
        .map((column) => ({ table, column: column.name, id: `${table.name}.${column.name}` })),
    );
  await insert(accounts, Object.fromEntries(accounts.columns.map((one) => ofZero(one, 'nowhere'))));
  const filledTables = new Set(tables);
  for (const { table, column, id } of cells) {
    await insert(accounts, Object.fromEntries(accounts.columns.map((one) => ofZero(one, id))));
    if (!filledTables.has(table)) await insert(table, rowOf(table, BYSTANDER));
    filledTables.add(table);
    await store.db
      .updateTable(table.name as 'note')
      .set({ [column]: id } as never)
      .execute();
  }
  const stay = cells.filter(({ table }) => !takenAlong.includes(table.name)).map(({ id }) => id);
  for (const table of all.filter(({ name }) => takenAlong.includes(name)))
    await insert(table, { ...rowOf(table, BYSTANDER), account_id: stay[0] });
  const config = readConfig(environmentOf(location));
  await purgeAccounts({ store, config, now: () => NOW });
  const left = await store.db.selectFrom('account').select('id').execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(stay.toSorted());
  for (const table of takenAlong)
    expect(
      await store.db
        .selectFrom(table as 'draft')
        .select('account_id')
        .execute(),
      table,
    ).toEqual([{ account_id: stay[0] }]);
});
