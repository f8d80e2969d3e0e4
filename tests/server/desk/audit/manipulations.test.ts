import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nextDue } from '#server/platform/jobs/lease.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { startReporter } from '#server/reports/generate-job.ts';
import { signInAs } from '#tests/server/accounts/staff.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { manipulations, partsOf } from './manipulations.ts';

const portal = portalOfFile(startSeededPortal);
let number: string;
let goOn: () => Promise<void>;
let putBack: () => Promise<void>;
let copies: string;
beforeAll(async () => {
  const token = await signInAs(portal, 'auditor@example.eu', ['auditor']);
  ({ number } = await portal.applicationAt('approved'));
  await portal.applicationAt('submitted');
  await generate();
  goOn = async () => {
    granted(await portal.call('deskApplication', { applicationNumber: number }, { token }));
  };
  for (let count = 0; count < 3; count++) await goOn();
  copies = await mkdtemp(join(tmpdir(), 'copies-'));
  putBack = await saved();
});
afterEach(() => putBack());
afterAll(() => rm(copies, { recursive: true }));

/** Keeps what manipulations touch; answers what puts it back. */
async function saved(): Promise<() => Promise<void>> {
  const { store, config, now } = portal.services;
  const parts = ['seal', 'audit_entry', 'audit_head', 'erasure_notice', ...partsOf] as const;
  const tables = [...parts, 'application'] as (keyof Schema)[];
  const rows = await Promise.all(
    tables.map((table) =>
      store.db
        .selectFrom(table as 'seal')
        .selectAll()
        .execute(),
    ),
  );
  const at = now();
  for (const folder of ['files', 'reports'])
    await cp(join(config.DATA_DIR, folder), join(copies, folder), { recursive: true });
  return async () => {
    portal.clock.set(at);
    await cp(copies, config.DATA_DIR, { recursive: true });
    for (const table of tables) await store.db.deleteFrom(table).execute();
    for (const [index, table] of [...tables.entries()].reverse())
      if (rows[index]?.length)
        await store.db
          .insertInto(table as 'seal')
          .values(rows[index])
          .execute();
  };
}

async function generate(): Promise<void> {
  const reporter = startReporter(portal.services);
  await vi.waitFor(
    async () => expect(await nextDue(portal.services.store, 'report')).toBeNull(),
    20_000,
  );
  await reporter.stop();
}

const audited = () => runHere(portal, 'audit');

test('nothing is found where nobody touched anything', async () => {
  expect(await audited()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing was changed.'),
  });
});

test.each(Object.entries(manipulations))('it is found that %s', async (_, manipulate) => {
  await manipulate({ portal, number, goOn });
  const { status, stdout } = await audited();
  expect(stdout).toContain('Something was changed.');
  expect(status, stdout).toBe(1);
  await putBack();
  expect((await audited()).stdout).toContain('Nothing was changed.');
});
