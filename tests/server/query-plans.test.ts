import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { purgeAccounts } from '#server/accounts/accounts.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { passDeadlines, remind } from '#server/applications/deadlines/deadlines.ts';
import { expireReports } from '#server/applications/retention.ts';
import { forgetPresence } from '#server/desk/presence.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';

/** Tables that grow with the number of applications. */
const scanOfGrowingTable =
  /^SCAN (application|audit_entry|history_entry|job|mail|report|seal|session|stored_file|vehicle_link)\b/;

let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plans-'));
  store = openStore({ dataDir });
  await migrate(store.db);
  return async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  };
});

test.each(
  Object.entries({
    passDeadlines,
    remind,
    forgetPresence,
    endLapsedSessions,
    expireReports,
    purgeAccounts,
    nextDue: ({ store }: Parameters<typeof remind>[0]) => nextDue(store, 'mail'),
  }),
)('%s finds its rows by an index', async (_, task) => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await task({ store, config: readConfig({}), now: Date.now });
  const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !/^pragma/i.test(sql));
  expect(statements.length).toBeGreaterThan(0);
  const database = new DatabaseSync(join(dataDir, 'portal.db'), { readOnly: true });
  onTestFinished(() => database.close());
  const steps = statements.flatMap((sql) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  expect(steps.filter((step) => scanOfGrowingTable.test(step))).toEqual([]);
});
