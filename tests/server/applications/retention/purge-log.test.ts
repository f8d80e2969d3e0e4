import { expect, test } from 'vitest';
import type { AuditAction } from '#contract/audit.ts';
import { purgeLog } from '#server/applications/retention.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { addRows } from '#tests/server/fixture.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';
import { storeOfFile } from '#tests/server/fresh-store.ts';

const DAY = 86_400_000;
/** Start of a day (UTC); the log is purged by days. */
const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z');
/** Retention in days. */
const lasts = { access: 10, other: 50 };
const actionOf = { access: 'signIn.fail', other: 'staff.change' } as const;

const fresh = storeOfFile();

let seq = 0;
const entry = (at: number, action: AuditAction) => {
  seq += 1;
  const by = { actor_id: 'a', actor: 'a@example.eu', application_number: null, detail: null };
  return { seq, at, action, ...by, hash: '' };
};
/** Times of the entries that are left in the log. */
async function leftAt(now: number): Promise<number[]> {
  const config = readConfig({
    ...environmentOf(fresh.location),
    ACCESS_LOG_DAYS: String(lasts.access),
    AUDIT_LOG_DAYS: String(lasts.other),
  });
  await purgeLog({ store: fresh.store, config, now: () => now });
  const rows = await fresh.store.db.selectFrom('audit_entry').select('at').orderBy('at').execute();
  return rows.map(({ at }) => at);
}

test.each(['access', 'other'] as const)(
  'an entry of the kind %s is kept for its retention and deleted with its day',
  async (kind) => {
    const entries = [-DAY - 1, -DAY, -1, 0].map((at) => entry(MIDNIGHT + at, actionOf[kind]));
    await fresh.store.db.deleteFrom('audit_entry').execute();
    await fresh.store.db.insertInto('audit_entry').values(entries).execute();
    const retention = lasts[kind] * DAY;
    expect(await leftAt(MIDNIGHT + retention - 1)).toEqual([
      MIDNIGHT - DAY,
      MIDNIGHT - 1,
      MIDNIGHT,
    ]);
    expect(await leftAt(MIDNIGHT + retention)).toEqual([MIDNIGHT]);
    expect(await leftAt(MIDNIGHT + retention + DAY - 1)).toEqual([MIDNIGHT]);
    expect(await leftAt(MIDNIGHT + retention + DAY)).toEqual([]);
  },
);

test('a large number of expired entries is deleted completely', async () => {
  const entries = Array.from({ length: 2000 }, () => entry(MIDNIGHT - 1, 'signIn.fail'));
  for (let from = 0; from < entries.length; from += 500)
    await addRows(fresh, 'audit_entry', ...entries.slice(from, from + 500));
  await fresh.store.db.insertInto('audit_entry').values(entry(MIDNIGHT, 'signIn.fail')).execute();
  expect(await leftAt(MIDNIGHT + lasts.access * DAY)).toEqual([MIDNIGHT]);
});
