import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Services } from '#server/platform/database/services.ts';
import { LEASE } from '#server/platform/jobs/lease.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { bytesOf, namesIn } from '#tests/server/stored.ts';

const portal = portalOfTest(startSeededPortal);

/** A process that stalls after the start of the generation, until it is released. */
function stalling(services: Services) {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let transactions = 0;
  const store: Services['store'] = {
    ...services.store,
    async transact(work) {
      if (transactions === 2) return services.store.transact(work).finally(ended.resolve);
      const result = await services.store.transact(work);
      // The first transaction took the lease, the second started the generation.
      if (++transactions === 2) {
        started.resolve();
        await gate.promise;
      }
      return result;
    },
  };
  return {
    services: { ...services, store },
    started: started.promise,
    goOn: gate.resolve,
    ended: ended.promise,
  };
}

test('a stalled process that lost its lease changes nothing', async () => {
  // Prevents renewing the lease.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { number } = await portal.applicationAt('approved');
  // One worker, so that the counted transactions are its own.
  portal.services.config.REPORTS_AT_ONCE = 1;
  const stalled = stalling(portal.services);
  const errors: unknown[] = [];
  const first = startReporter(stalled.services, (error) => errors.push(error));
  await stalled.started;
  portal.clock.advance(LEASE + 1);
  await generateDue(portal.services);
  const delivered = await row(portal.services, 'report', { application_number: number });
  stalled.goOn();
  await stalled.ended;
  await first.stop();

  expect(await row(portal.services, 'report', { application_number: number })).toEqual(delivered);
  expect((await namesIn(portal.services, 'reports')).sort()).toEqual(
    [delivered.file_name, delivered.package_name].sort(),
  );
  const content = await bytesOf(portal.services, 'reports', delivered.file_name ?? '');
  expect(content.byteLength).toBe(delivered.size);
  expect(createHash('sha256').update(content).digest('hex')).toBe(delivered.sha256);
  const mails = await rows(portal.services, 'mail', { application_number: number });
  expect(mails.filter(({ body }) => /password/i.test(body))).toHaveLength(1);
});
