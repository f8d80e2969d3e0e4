import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginnings } from '#server/desk/audit/sealed-tables.ts';
import { type FilledStore, fillStore } from '#tests/server/filled-store.ts';

let filled: FilledStore;
beforeAll(async () => {
  filled = await fillStore(['VD-ONE', 'VD-OTHER'], 0);
  const none = { is_reviewer: 0, is_lead: 0, is_auditor: 0, is_analyst: 0 };
  for (const id of ['one', 'bystander']) await add('account', { ...none, id, is_lead: 1 });
  await add('account', { id: 'requester', ...none });
  for (const account_id of ['one', 'requester']) {
    for (const part of ['second_factor', 'recovery_code', 'passkey'])
      await add(part, { account_id });
    await add('vehicle', { id: account_id });
    for (let links = 0; links < 2; links++) await add('vehicle_link', { vehicle_id: account_id });
  }
  for (const action of ['signIn.fail', 'staff.change', 'signIn.fail', 'staff.change'])
    await add('audit_entry', { action });
});
afterAll(async () => {
  await filled.store.close();
  await filled.location.remove();
});

/** Adds a row to a table, the rest of it unlike every other. */
function add(name: string, cells: object) {
  const table = filled.all.find((one) => one.name === name);
  if (!table) throw new Error(`there is no table ${name}`);
  return filled.insert(table, { ...filled.rowOf(table, ''), ...cells });
}

const tables = beginnings.flatMap((one) => one.tables);

test.each(tables)(
  'of what is sealed as $kind each is named once, and read for itself',
  async ({ keysAfter, read }) => {
    const { db } = filled.store;
    const keys = await keysAfter(db, null, 100);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [at, key] of keys.entries()) {
      expect([...(await read(db, [key])).keys()]).toEqual([key]);
      expect(await keysAfter(db, key, 1)).toEqual(keys.slice(at + 1, at + 2));
    }
    const whole = await read(db, keys);
    for (const key of keys) expect(await read(db, [key])).toEqual(new Map([[key, whole.get(key)]]));
  },
);

test.each([
  ['entry', 'access'],
  ['access', 'entry'],
  ['roles', 'factor'],
])('as %s nothing is read that is only %s', async (kind, other) => {
  const { db } = filled.store;
  const [own, beside] = [kind, other].map((one) => tables.find((table) => table.kind === one));
  const keys = (await own?.keysAfter(db, null, 100)) ?? [];
  const others = (await beside?.keysAfter(db, null, 100)) ?? [];
  const foreign = others.filter((key) => !keys.includes(key));
  expect(foreign.length).toBeGreaterThan(0);
  expect(await own?.read(db, foreign)).toEqual(new Map());
});
