import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { rebuildLocked } from '#server/figures/projection.ts';
import { boundsOf, lengthOf } from '#server/figures/tallies.ts';
import { changeRows, startPortal } from '#tests/server/fixture.ts';
import { storeOfFile } from '#tests/server/fresh-store.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { type History, inventHistories, writeHistories } from './histories.ts';

const DAY = 86_400_000;
const histories = inventHistories(300, Date.parse('2026-01-01T00:00:00Z'));

describe('tallies equal the sums of the rows', () => {
  const portal = portalOfTest(() => startPortal());
  const db = () => portal.services.store.db;
  beforeEach(async () => {
    await writeHistories(portal.services, histories);
  });

  const comparable = (rows: readonly object[]) =>
    rows.map((row) => Object.values(row).map(String).join(' ')).sort();

  async function tallied() {
    const steps = await sql<object>`select from_code, event, to_code, length, kind, outcome, period,
      count, waited, second, again from step_tally`.execute(db());
    const courses =
      await sql<object>`select codes, kind, outcome, replayed_by, period, count, assumed
      from course_tally`.execute(db());
    return { steps: comparable(steps.rows), courses: comparable(courses.rows) };
  }

  async function recounted() {
    const steps =
      await sql<object>`select from_code, event, to_code, ${lengthOf('waited')} as length,
      kind, outcome, filed_at / 2592000000 as period, count(*) as count,
      coalesce(sum(waited), 0) as waited, sum(case when visit = 2 then 1 else 0 end) as second,
      sum(case when visit > 1 then 1 else 0 end) as again
      from step group by 1, 2, 3, 4, 5, 6, 7`.execute(db());
    const courses =
      await sql<object>`select codes, kind, outcome, coalesce(replayed_by, '') as replayed_by,
      filed_at / 2592000000 as period, count(*) as count, sum(assumed) as assumed
      from course group by 1, 2, 3, 4, 5`.execute(db());
    return { steps: comparable(steps.rows), courses: comparable(courses.rows) };
  }

  async function expectEqual() {
    const found = await tallied();
    expect(found).toEqual(await recounted());
    return found;
  }

  const { number } = histories.find(({ entries }) => entries.length > 2) as History;

  test('after a projection and after another one', async () => {
    const before = await expectEqual();
    expect(before.steps.length).toBeGreaterThan(100);
    await rebuildLocked(portal.services, [number]);
    expect(await expectEqual()).toEqual(before);
  });

  test('after an erasure, and without any rows', async () => {
    await db().deleteFrom('step').where('application_number', '=', number).execute();
    await db().deleteFrom('course').where('application_number', '=', number).execute();
    await expectEqual();
    await db().deleteFrom('step').execute();
    await db().deleteFrom('course').execute();
    expect(await expectEqual()).toEqual({ steps: [], courses: [] });
  });

  test('after writes of the previous release', async () => {
    await changeRows(
      portal.services,
      'course',
      { application_number: number },
      { assumed: 7, replayed_by: 'another machine' },
    );
    await changeRows(
      portal.services,
      'step',
      { application_number: number, revision: 1 },
      { waited: 3 * DAY, outcome: 9 },
    );
    await expectEqual();
  });
});

describe('a length of stay', () => {
  const fresh = storeOfFile();

  test.each([0, 1, 2, 59, 1000, 86_400_000, 1_209_600_000, 94_672_800_000])(
    'of %d ms contains it and is no longer than 5 % of it',
    async (waited) => {
      const { rows } = await sql<{ length: number }>`select ${lengthOf('waited')} as length
        from (select cast(${waited} as bigint) as waited) as one`.execute(fresh.store.db);
      const { least, most } = boundsOf(Number(rows[0]?.length));
      expect(least).toBeLessThanOrEqual(waited);
      expect(most).toBeGreaterThanOrEqual(waited);
      expect(most - least).toBeLessThanOrEqual(waited * 0.06 + 2);
    },
  );
});
