import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { hangingOnce } from '#tests/server/reports/hanging-backend.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { ndjson } from '#tests/server/vehicles/hostile-backend.ts';

const portal = portalOfTest(startSeededPortal);
const { owner, reviewer } = callersOf(portal);
const text = 'The calibration data were published.';

describe('a report that is not generated yet', () => {
  const reportOf = (number: string) =>
    row(portal.services, 'report', { application_number: number });
  const mailsOf = async (number: string) =>
    (await rows(portal.services, 'mail', { application_number: number })).map(
      ({ subject }) => subject,
    );
  const isReady = (subject: string) => /data are ready/.test(subject);

  /** Runs the worker until it postpones the report. */
  async function putOff(number: string, meanwhile?: () => Promise<unknown>) {
    const errors: unknown[] = [];
    const reporter = startReporter(portal.services, (error) => errors.push(error));
    await meanwhile?.();
    const job = () => row(portal.services, 'job', { kind: 'report', subject: number });
    await expect.poll(async () => (await job()).last_error).toMatch(/suspended/);
    await reporter.stop();
    expect(errors).toEqual([]);
  }

  test('waits while the sharing is suspended, and is generated and announced afterwards', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('approved');
    const sent = { applicationNumber, revision, text };
    const suspended = await portal.granted('deskSuspend', sent, reviewer);
    const other = await portal.applicationAt('approved');
    await putOff(applicationNumber);
    await generateDue(portal.services);
    expect(await reportOf(other.number)).toMatchObject({ state: 'delivered' });
    expect(await reportOf(applicationNumber)).toMatchObject({ state: 'queued', attempts: 0 });
    expect((await mailsOf(applicationNumber)).filter(isReady)).toEqual([]);

    await portal.granted('deskResume', suspended, reviewer);
    portal.clock.advance(60_000);
    await generateDue(portal.services);
    expect(await reportOf(applicationNumber)).toMatchObject({ state: 'delivered' });
    expect((await mailsOf(applicationNumber)).filter(isReady)).toHaveLength(1);
  });

  test('is not announced when the sharing is suspended during its generation', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('approved');
    const sent = { applicationNumber, revision, text };
    const { address, hanging } = await hangingOnce();
    portal.services.config.VEHICLE_BACKEND_URL = address;
    let suspended = { applicationNumber, revision };
    await putOff(applicationNumber, async () => {
      const held = await hanging;
      suspended = await portal.granted('deskSuspend', sent, reviewer);
      held.end(ndjson({ end: true, rows: 1 }));
    });
    expect((await mailsOf(applicationNumber)).filter(isReady)).toEqual([]);
    expect(await namesIn(portal.services, 'reports')).toEqual([]);

    await portal.granted('deskResume', suspended, reviewer);
    portal.clock.advance(60_000);
    await generateDue(portal.services);
    expect((await mailsOf(applicationNumber)).filter(isReady)).toHaveLength(1);
    const { response } = await portal.call('report', { applicationNumber }, owner);
    expect(response.statusCode).toBe(200);
  });
});

test('a suspended application ignores the end of its link, and the others are updated', async () => {
  const { number } = await portal.applicationAt('suspended');
  const { number: open } = await portal.applicationAt('awaited');
  await endLinks(portal.services.store, VEHICLE, portal.services.now());
  const errors: unknown[] = [];
  await syncVehicleLinks(portal.services, (error) => errors.push(error));
  expect(errors).toEqual([]);
  const endedOf = async (which: string) =>
    (await row(portal.services, 'application', { number: which })).link_ended_at;
  expect(await endedOf(number)).toBeNull();
  expect(await endedOf(open)).toBe(portal.services.now());
});

test('a colleague suspends and resumes the application of a reviewer whose role has ended', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('requested');
  await portal.granted('deskTake', { applicationNumber }, reviewer);
  const sent = { applicationNumber, revision };
  const approved = await portal.granted('deskApprove', sent, reviewer);
  const colleague = { token: await signInAs(portal, 'colleague@example.eu', ['reviewer']) };
  const lead = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
  const suspended = await portal.granted('deskSuspend', { ...approved, text }, colleague);
  const roles = { email: 'reviewer@example.eu', roles: [] };
  expectCode(await portal.call('staffChange', roles, lead), codes.ok);
  await portal.granted('deskResume', suspended, colleague);
});
