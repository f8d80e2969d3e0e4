import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_COUNTED } from '#contract/queue-codes.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import { callersOf } from '#tests/server/callers.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { reviewer } = callersOf(portal);

type Filter = InputOf<typeof endpoints.deskQueue>;
const queue = (filter: Filter) => portal.granted('deskQueue', filter, reviewer);
const numbers = async (filter: Filter) => (await queue(filter)).items.map(({ number }) => number);

describe('a search with very many matches', () => {
  const MANY = MAX_COUNTED * 5 + 1;
  const ALL = { search: 'crowd', page: 1, pageSize: 20 } as const;
  let model: string;
  let apart: string;
  const named = (index: number) => `VD-20200101-${String(index).padStart(6, '0')}`;
  const setText = (application_number: string, text: string) =>
    changeRows(portal.services, 'application_search', { application_number }, { text });
  beforeAll(async () => {
    // One that is found by none of the words.
    apart = (await portal.applicationAt('submitted')).number;
    model = (await portal.applicationAt('submitted')).number;
    await setText(model, 'crowd');
    const like = await row(portal.services, 'application', { number: model });
    const { db } = portal.services.store;
    const copies = Array.from({ length: MANY }, (_, index) => {
      const due_at = (like.due_at ?? 0) + 1 + index;
      return { ...like, number: named(index), submission_id: named(index), due_at };
    });
    await insertRows(db, 'application', copies);
    const texts = copies.map(({ number }) => ({
      application_number: number,
      text: `${number} crowd`,
    }));
    await insertRows(db, 'application_search', texts);
  });
  test('is planned with statistics that the server updates itself', async () => {
    const { store } = portal.services;
    // The embedded database has none, and needs none.
    const rows = async () =>
      store.kind === 'embedded'
        ? MANY
        : await sql<{ reltuples: number }>`select reltuples from pg_class
            where relname = 'application_search'`
            .execute(store.db)
            .then(({ rows: [row] }) => row?.reltuples);
    // PostgreSQL updates its counts with a delay.
    await expect
      .poll(async () => {
        await sql`analyze`.execute(store.db);
        return rows();
      })
      .toBeGreaterThanOrEqual(MANY);
  });

  test('is counted up to a thousand, and the result states that there are more', async () => {
    const { total, hasMore, counts, items } = await queue(ALL);
    expect({ total, hasMore, counts }).toEqual({ total: MAX_COUNTED, hasMore: true, counts: null });
    expect(items.map(({ number }) => number)).toEqual([
      model,
      ...Array.from({ length: 19 }, (_, index) => named(index)),
    ]);
  });

  test('has consecutive pages', async () => {
    expect(await numbers({ ...ALL, page: 50 })).toEqual(
      Array.from({ length: 20 }, (_, index) => named(979 + index)),
    );
  });

  test('is counted exactly if the other filters leave few matches', async () => {
    expect(await queue({ ...ALL, turn: 'requester' })).toMatchObject({ total: 0, hasMore: false });
    await portal.granted('deskTake', { applicationNumber: model }, reviewer);
    expect(await queue({ ...ALL, assigned: 'me', turn: 'holder' })).toMatchObject({
      total: 1,
      hasMore: false,
      items: [{ number: model }],
    });
  });

  test('is counted exactly with one more word', async () => {
    expect(await queue({ search: 'crowd 20200101-00001' })).toMatchObject({
      total: 10,
      hasMore: false,
    });
  });

  test('does not match a word by its trigrams only', async () => {
    await setText(apart, 'bananx nana');
    expect(await numbers({ search: 'banana' })).toEqual([]);
    expect(await numbers({ search: 'bananx' })).toEqual([apart]);
  });

  test('for a rare name reads only the matching rows', async () => {
    const { store } = portal.services;
    const found = store.rowsHolding('application_search', ['crowd', 'zzzz']);
    const plan =
      await sql<object>`${sql.raw(store.kind === 'embedded' ? 'explain query plan' : 'explain')}
      select application_number from ${found} as found limit 10`.execute(store.db);
    expect(JSON.stringify(plan.rows)).toMatch(
      store.kind === 'embedded'
        ? /"SCAN application_search_trigram VIRTUAL TABLE INDEX \d+:M\d"/
        : /Bitmap Index Scan on application_search_trigram/,
    );
  });
});
