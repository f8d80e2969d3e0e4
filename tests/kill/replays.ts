import assert from 'node:assert/strict';
import { projectionDigest, rebuildLocked } from '#server/figures/projection.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { eventually } from './eventually.ts';

const tables = ['step', 'course', 'deviation'] as const;
const BATCH = 100;

/** Marks every history for a replay at the next start, as after a change of the machine. */
export async function outdateReplays({ db }: Store): Promise<void> {
  await db.updateTable('course').set({ replayed_by: 'the machine of a former release' }).execute();
}

/**
 * Waits until every history is replayed, and checks that steps, courses and deviations equal
 * those of an uninterrupted replay. Returns the number of histories.
 */
export async function checkReplays(store: Store): Promise<number> {
  await eventually(
    'every history is replayed',
    async () => (await outdated(store)) === 0 && (await nextDue(store, 'projection')) === null,
  );
  const before = await projected(store);
  const rows = await store.db.selectFrom('application').select('number').execute();
  const numbers = rows.map(({ number }) => number);
  for (let from = 0; from < numbers.length; from += BATCH)
    await rebuildLocked({ store } as Services, numbers.slice(from, from + BATCH));
  const after = await projected(store);
  for (const table of tables)
    assert.deepEqual(before[table], after[table], `${table} is that of a whole replay`);
  return numbers.length;
}

async function outdated({ db }: Store): Promise<number> {
  const rows = await db
    .selectFrom('application')
    .leftJoin('course', 'course.application_number', 'application.number')
    .select('application.number')
    .where((is) =>
      is.or([is('replayed_by', 'is', null), is('replayed_by', '!=', projectionDigest())]),
    )
    .execute();
  return rows.length;
}

async function projected({ db }: Store): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    contents[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
}
