import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { remind } from '#server/applications/deadlines/reminders.ts';
import { expireReports } from '#server/applications/reports/expire-reports.ts';
import { forgetPresence } from '#server/desk/presence.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { median } from '#tests/abuse/measures.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const LATER = NOW + 1_000_000_000;
const FEW = 20;
const MANY = 30_000;

const asked = { passDeadlines, remind, forgetPresence, endLapsedSessions, expireReports };

let store: Store;
let location: FreshLocation;
const times: Record<string, number[]> = {};
beforeAll(async () => {
  ({ store, location } = await freshStore());
  const services = { store, config: readConfig({}), now: () => NOW };
  await fill(0, FEW);
  await timeAll(services);
  await fill(FEW, MANY);
  await store.analyze();
  await timeAll(services);
});
afterAll(async () => {
  await store.close();
  await location.remove();
});

test.each(Object.keys(asked))(
  '%s, every minute, takes as long beside thirty thousand applications as beside twenty',
  (name) => {
    const [few = 0, many = Number.POSITIVE_INFINITY] = times[name] ?? [];
    // Reading all of them took from 27 to 165 times as long.
    expect(many / few).toBeLessThan(10);
  },
);

test('accounts that go are looked for by index in whatever may name them', async () => {
  await sql`insert into erasure_notice (application_number, at, recorded_by, erased_on, text)
    select number, ${NOW}, 'requester 0', '2026-11-20', '' from application`.execute(store.db);
  const services = { store, config: readConfig({}), now: () => NOW };
  const timeWith = async (count: number) => {
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await sql`insert into account (id, email, is_reviewer, language, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
        select 'old ' || i, 'old-' || i || '@example.eu', 0, 'en', 0 from n`.execute(store.db);
      turns.push(await timeOf(() => purgeAccounts(services)));
    }
    return median(turns);
  };
  const one = await timeWith(1);
  const hundred = await timeWith(100);
  const left = await store.db
    .selectFrom('account')
    .select('id')
    .where('created_at', '=', 0)
    .execute();
  expect(left).toEqual([]);
  // Where each reads all notices, a hundred take 46 times as long as one.
  expect(hundred / one).toBeLessThan(20);
});

/** Adds requesters, each signed in, with an application and its report; none of it is over. */
async function fill(from: number, to: number): Promise<void> {
  const all = sql`with recursive n(i) as (
    select ${sql.lit(from)} union all select i + 1 from n where i + 1 < ${sql.lit(to)})`;
  const lasting = sql.lit(LATER);
  for (const statement of [
    sql`insert into account (id, email, is_reviewer, language, created_at) ${all}
      select 'requester ' || i, 'requester-' || i || '@example.eu', 0, 'en', ${sql.lit(NOW)} from n`,
    sql`insert into session (token_digest, account_id, created_at, expires_at) ${all}
      select 'token ' || i, 'requester ' || i, ${sql.lit(NOW)}, ${lasting} from n`,
    sql`insert into application (number, kind, requester_id, state, code, revision, submission_id,
        purpose, form_json, created_at, updated_at, due_at, answer_due_at, reminded_revision) ${all}
      select 'VD-' || i, 'personal', 'requester ' || i, 'approved', 1, 1, 'submission ' || i,
        '', '{}', ${sql.lit(NOW)}, ${sql.lit(NOW)}, ${lasting}, ${lasting}, 0 from n`,
    sql`insert into report (application_number, state, attempts, updated_at, kept_until) ${all}
      select 'VD-' || i, 'delivered', 1, ${sql.lit(NOW)}, ${lasting} from n`,
  ])
    await statement.execute(store.db);
}

async function timeAll(services: Services): Promise<void> {
  for (const [name, ask] of Object.entries(asked)) {
    const turns: number[] = [];
    for (let turn = 0; turn < 11; turn++) turns.push(await timeOf(() => ask(services)));
    times[name] = [...(times[name] ?? []), median(turns)];
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
