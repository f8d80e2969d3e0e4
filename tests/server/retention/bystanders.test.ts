import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeAccounts } from '#server/accounts/purge-accounts.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { readConfig } from '#server/platform/store/config.ts';
import type { Store } from '#server/platform/store/database.ts';
import { purgeApplications } from '#server/retention/purge-applications.ts';
import { environmentOf, type FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const ERASED = 'VD-ERASED';
const BYSTANDER = 'VD-BYSTANDER';
const ACCOUNT = 'account-of-both';
/** Tables that name applications and outlive them. */
const outlives = ['audit_entry'];

interface Table {
  name: string;
  columns: readonly { name: string; dataType: string }[];
}

let store: Store;
let location: FreshLocation;
/** Every table whose rows belong to an application, the application's own first. */
let tables: Table[];
let all: Table[];
beforeAll(async () => {
  ({ store, location } = await freshStore());
  all = await store.db.introspection.getTables();
  const belongs = ({ columns, name }: Table) =>
    columns.some((column) => column.name === 'application_number') &&
    !name.includes('trigram') &&
    !outlives.includes(name);
  const named = (name: string) => all.filter((table) => table.name === name);
  // What refers to a note comes after it.
  const rest = all.filter((table) => belongs(table) && table.name !== 'note');
  tables = [...named('application'), ...named('note'), ...rest];
  const accounts = named('account')[0] as Table;
  await insert(accounts, { ...rowOf(accounts, ''), id: ACCOUNT });
  for (const number of [ERASED, BYSTANDER]) await fill(number);
});
afterAll(async () => {
  await store.close();
  await location.remove();
});

const insert = ({ name }: Table, row: object) =>
  store.db
    .insertInto(name as 'application')
    .values(row as never)
    .execute();

const namesAccount = (column: string) =>
  /_by$(?<!^replayed_by)|^(account|owner|author|requester|assignee)_id$|^asked_of$/.test(column);

let count = 0;
/** A value of its own for every column but those that refer to another row. */
function rowOf({ columns, name: table }: Table, number: string): Record<string, unknown> {
  const cellOf = (name: string, dataType: string) => {
    count += 1;
    if (name === 'application_number' || (table === 'application' && name === 'number'))
      return number;
    if (namesAccount(name)) return ACCOUNT;
    if (/^(note|question|answer)_id$/.test(name)) return `note of ${number}`;
    if (table === 'note' && name === 'id') return `note of ${number}`;
    return /int/i.test(dataType) ? count : `${table} ${name} ${count}`;
  };
  return Object.fromEntries(columns.map(({ name, dataType }) => [name, cellOf(name, dataType)]));
}

async function fill(number: string): Promise<void> {
  for (const table of tables) {
    const row = rowOf(table, number);
    if (table.name === 'application')
      Object.assign(row, { kind: 'personal', state: 'terminated.byRequester', updated_at: 0 });
    await insert(table, row);
    const queue = (subject: string) =>
      store.transact((trx) => enqueue(trx, { kind: 'mail', subject, runAt: NOW }));
    if (table.name === 'application') await queue(number);
    if (table.name === 'mail') await queue(String(row.id));
  }
}

/** Rows by table, of those that belong to an application and of its jobs. */
async function rowsOf(number: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables)
    found[name] = await store.db
      .selectFrom(name as 'history_entry')
      .selectAll()
      .where(
        (name === 'application' ? 'number' : 'application_number') as never,
        '=',
        number as never,
      )
      .execute();
  const mails = (found.mail as { id: string }[]).map(({ id }) => id);
  const jobs = await store.db.selectFrom('job').selectAll().execute();
  return { ...found, job: jobs.filter(({ subject }) => [number, ...mails].includes(subject)) };
}

test('of two applications that have a row in every table, the one that ended goes', async () => {
  const before = await rowsOf(BYSTANDER);
  for (const [name, rows] of Object.entries(before)) expect(rows.length, name).toBeGreaterThan(0);
  await store.db
    .updateTable('application')
    .set({ updated_at: NOW })
    .where('number', '=', BYSTANDER)
    .execute();
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

/** What an account has for itself alone, and takes along. */
const takenAlong = ['company_identity', 'draft', 'passkey', 'saved_view'];

test('an account that anything names stays with its own, one that nothing does goes with its own', async () => {
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
  for (const { table, column, id } of cells) {
    await insert(accounts, Object.fromEntries(accounts.columns.map((one) => ofZero(one, id))));
    if (!tables.includes(table)) await insert(table, rowOf(table, BYSTANDER));
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
