import { expect, test } from 'vitest';
import { MAX_ATTEMPTS } from '#machines/limits.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';
import { ndjson, serveFleet } from '#tests/server/vehicles/hostile-backend.ts';
import { hangingOnce, SPEED } from './hanging-backend.ts';

const portal = portalOfTest(startSeededPortal);

test('a stop ends a generation in progress, without a failure', async () => {
  await portal.applicationAt('approved');
  const { services } = portal;
  const { address, hanging } = await hangingOnce();
  services.config.VEHICLE_BACKEND_URL = address;
  const reporter = startReporter(services);
  await hanging;
  // Long before the end of the grace period.
  await reporter.stop(AbortSignal.timeout(60_000));
  const job = await row(services, 'job', { kind: 'report' });
  expect(job).toMatchObject({ leased_until: null, failing_since: null });
});

test('the next attempt waits as long as the back end asks', async () => {
  const { number } = await portal.applicationAt('approved');
  const { services } = portal;
  services.config.VEHICLE_BACKEND_URL = await serveFleet((_, reply) =>
    reply.writeHead(503, { 'retry-after': '3600' }).end(),
  );
  const reporter = startReporter(services, () => {});
  const nextRun = async () => {
    const { attempts } = await row(services, 'report', { application_number: number });
    const [job] = await rows(services, 'job', { kind: 'report', subject: number });
    return attempts === 1 && job ? Number(job.run_at) - services.now() : 0;
  };
  await expect.poll(nextRun).toBeGreaterThan(3_500_000);
  await reporter.stop();
});

test('a hanging generation delays no other, and fails with a precise message', async () => {
  const { number: one } = await portal.applicationAt('approved');
  const { number: two } = await portal.applicationAt('approved');
  const { services } = portal;
  // The last attempt of each.
  await services.store.db
    .updateTable('report')
    .set({ attempts: MAX_ATTEMPTS - 1 })
    .execute();
  const { address, hanging } = await hangingOnce();
  services.config.VEHICLE_BACKEND_URL = address;
  const errors: unknown[] = [];
  const reporter = startReporter(services, (error) => errors.push(error));
  const stateOf = async (number: string) =>
    (await row(services, 'report', { application_number: number })).state;
  const states = async () => (await Promise.all([one, two].map(stateOf))).sort();

  const held = await hanging;
  await expect.poll(states).toEqual(['delivered', 'generating']);
  // A workbook and its package, and the beginning of another.
  expect((await namesIn(services, 'reports')).length).toBe(3);

  held.end(ndjson({ units: { [SPEED]: 'mph' } }, { end: true, rows: 1 }));
  await expect.poll(states).toEqual(['delivered', 'failed']);
  await reporter.stop();
  const failed = (await stateOf(one)) === 'failed' ? one : two;
  const reason = 'The data holder’s vehicle system sent values in another unit than agreed.';
  const details = await portal.call(
    'applicationDetails',
    { applicationNumber: failed },
    { token: portal.tokens.owner },
  );
  expect(details.data.report?.reason).toBe(
    `${reason} Only the data holder can correct this. Please write to the data holder and name the application number.`,
  );
  const mails = await rows(services, 'mail', { application_number: failed });
  expect(mails.filter(({ body }) => body.includes(reason))).toHaveLength(1);
  // No part of a file is left, and the operator's log names the cause.
  const { file_name, package_name } = await row(services, 'report', { state: 'delivered' });
  expect((await namesIn(services, 'reports')).sort()).toEqual([package_name, file_name].sort());
  expect(errors.map(String)).toEqual([expect.stringMatching(/Vehicle\.AverageSpeed is not in km/)]);
});
