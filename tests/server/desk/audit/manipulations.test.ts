import { expect, test, vi } from 'vitest';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { manipulations } from './manipulations.ts';
import { targetOfFile } from './restore-rows.ts';

const target = targetOfFile(async ({ portal }) => {
  const reporter = startReporter(portal.services);
  await vi.waitFor(
    async () => expect(await nextDue(portal.services.store, 'report')).toBeNull(),
    20_000,
  );
  await reporter.stop();
});

const audited = () => runHere(target.portal, 'audit');

test('nothing is found in an unchanged database', async () => {
  expect(await audited()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing was changed.'),
  });
});

test.each(Object.entries(manipulations))('it is found that %s', async (_, manipulate) => {
  await manipulate(target);
  const { status, stdout } = await audited();
  expect(stdout).toContain('Something was changed.');
  expect(status).toBe(1);
  await target.putBack();
  expect((await audited()).stdout).toContain('Nothing was changed.');
});
