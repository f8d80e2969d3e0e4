import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import { requestOf } from '#server/reports/report-request.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import {
  dataRequest,
  personalForm,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { addLink, addVehicle, endLinks } from '#tests/server/vehicles/fill-store.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);
let links: Awaited<ReturnType<typeof rows<'vehicle_link'>>>;
beforeAll(async () => {
  links = await rows(portal.services, 'vehicle_link');
});
afterEach(async () => {
  await portal.services.store.db.deleteFrom('vehicle_link').execute();
  await addRows(portal.services, 'vehicle_link', ...links);
});

test('an application for a sold vehicle is rejected with the end of the link', async () => {
  const { services, tokens, uploaded } = portal;
  await endLinks(services.store, VEHICLE, services.now());
  const { data: user } = await portal.call('currentUser', {}, { token: tokens.owner });
  expect(user.vehicles).toEqual([]);
  const filing = { submissionId: crypto.randomUUID(), form: personalForm([await uploaded()]) };
  const answer = await portal.call('personQualificationReview', filing, { token: tokens.owner });
  expect(answer).toMatchObject({
    code: codes.vehicleNotLinked,
    data: { linkEndedAt: services.now() },
    message: expect.stringContaining('ended on 20 November 2026 at 11:00 (Central European Time)'),
  });
});

test('the list shows the end of a link before the hourly check', async () => {
  const { services, tokens } = portal;
  const { number } = await portal.applicationAt('awaited');
  const endInList = async () => {
    const page = { list: 'dataApplication', page: 1, pageSize: 50 } as const;
    const { items } = await portal.granted('history', page, { token: tokens.owner });
    return items.find((item) => item.number === number)?.linkEndedAt;
  };
  expect(await endInList()).toBeNull();
  await endLinks(services.store, VEHICLE, services.now());
  expect(await endInList()).toBe(services.now());
});

test('the desk sees since when the vehicle is linked', async () => {
  const { services, tokens } = portal;
  const { number: applicationNumber } = await portal.applicationAt('submitted');
  const linkedSince = async () => {
    const about = { applicationNumber };
    return (await portal.granted('deskApplication', about, { token: tokens.reviewer })).linkedSince;
  };
  expect(await linkedSince()).toBe(0);
  await services.store.db.deleteFrom('vehicle_link').execute();
  for (const [from, until] of [
    ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'],
    ['2025-03-01T00:00:00Z'],
  ])
    await addLink(services.store, VEHICLE, {
      email: 'owner@example.eu',
      ...(from && { from }),
      ...(until && { until }),
    });
  expect(await linkedSince()).toBe(Date.parse('2025-03-01T00:00:00Z'));
});

test('an approval queries only the link of the application’s vehicle', async () => {
  const { services } = portal;
  const [sold, kept] = [
    await portal.applicationAt('requested'),
    await portal.applicationAt('requested'),
  ];
  await addVehicle(services.store, { id: 'own', vin: 'OWN', emails: ['owner@example.eu'] });
  await changeRows(services, 'application', { number: kept.number }, { vehicle_id: 'own' });
  await endLinks(services.store, VEHICLE, services.now());
  const approve = ({ number: applicationNumber, revision }: typeof sold) =>
    portal.call('deskApprove', { applicationNumber, revision }, reviewer);
  expectCode(await approve(sold), codes.vehicleNotLinked);
  expectCode(await approve(kept), codes.ok);
  expect(await row(services, 'application', { number: kept.number })).toMatchObject({
    link_ended_at: null,
  });
});

describe('a vehicle that was sold', () => {
  const sell = () => endLinks(portal.services.store, VEHICLE, portal.services.now());
  const detailsOf = (applicationNumber: string) =>
    portal.call('applicationDetails', { applicationNumber }, owner);

  test('accepts no data request, is not approved for its former owner, and desk and requester are mailed', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('requested');
    const awaited = await portal.applicationAt('awaited');
    portal.clock.advance(1000);
    await sell();
    const request = { applicationNumber: awaited.number, revision: awaited.revision };
    expectCode(
      await portal.call('personDataApplication', { ...request, form: dataRequest }, owner),
      codes.vehicleNotLinked,
    );
    const answer = await portal.call('deskApprove', { applicationNumber, revision }, reviewer);
    expect(answer).toMatchObject({
      code: codes.vehicleNotLinked,
      data: { linkEndedAt: portal.services.now() },
    });
    const { data: seen } = await portal.call('deskApplication', { applicationNumber }, reviewer);
    expect(seen).toMatchObject({
      linkEndedAt: portal.services.now(),
      linkedSince: null,
      state: 'dataRequest.underReview',
    });
    const { data } = await detailsOf(applicationNumber);
    expect(data.history.at(-1)).toMatchObject({ event: 'link.ended', role: 'clock' });
    const mails = await rows(portal.services, 'mail', { recipient: 'owner@example.eu' });
    expect(mails.at(-1)?.body).toContain(
      'unlinked from your account on 20 November 2026 at 11:00 (Central European Time)',
    );
  });

  test('continues in the same state once it is linked again', async () => {
    const { number: applicationNumber, revision } =
      await portal.applicationAt('informationRequired');
    await sell();
    await syncVehicleLinks(portal.services);
    await syncVehicleLinks(portal.services);
    await endLinks(portal.services.store, VEHICLE, null);
    await syncVehicleLinks(portal.services);
    const { data } = await detailsOf(applicationNumber);
    expect(data).toMatchObject({ revision: revision + 2, linkEndedAt: null });
    expect(data.informationRequest?.text).toBe('Please add the second page.');
  });

  test('gives its previous owner no new report, and no one else the new owner’s data', async () => {
    const { services, tokens, clock } = portal;
    const { number: applicationNumber } = await portal.applicationAt('approved');
    await services.store.db.deleteFrom('vehicle_link').execute();
    await addLink(services.store, VEHICLE, {
      email: 'owner@example.eu',
      until: '2026-11-01T10:00:00Z',
    });
    await addLink(services.store, VEHICLE, {
      email: 'new@example.eu',
      from: '2026-11-01T10:00:00Z',
    });
    await generateDue(services);
    const { data } = await detailsOf(applicationNumber);
    expect(data.report).toMatchObject({ state: 'empty' });
    clock.advance(1000);
    const answer = await portal.call(
      'regenerateReport',
      { applicationNumber },
      { token: tokens.owner },
    );
    expect(answer).toMatchObject({
      code: codes.vehicleNotLinked,
      data: { linkEndedAt: Date.parse('2026-11-01T10:00:00Z') },
    });
    const sold = { vehicleId: VEHICLE };
    const newOwner = await portal.signIn('new@example.eu');
    const { span } = await portal.granted('ownVehicle', sold, { token: newOwner });
    expect(span?.first).toBeGreaterThanOrEqual(Date.parse('2026-11-01T10:00:00Z'));
    const former = await portal.granted('ownVehicle', sold, { token: tokens.owner });
    expect(former).toMatchObject({ span: null, odometer: null });
  });
});

test('a requester regenerates a report up to the limit', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  const regenerate = async () => {
    await generateDue(portal.services);
    const { code } = await portal.call('regenerateReport', { applicationNumber }, owner);
    return code;
  };
  for (const limit of [1, 2]) {
    portal.services.config.REGENERATIONS = limit;
    for (const expected of [codes.ok, codes.tooManyReports])
      expect(await regenerate()).toBe(expected);
  }
  portal.services.config.REGENERATIONS = 3;
});

test('the range of a report ends at the latest with its approval', async () => {
  const { services, clock } = portal;
  const { number } = await portal.applicationAt('approved');
  const { data_request_json } = await row(services, 'application', { number });
  const form = JSON.parse(data_request_json ?? '{}');
  await changeRows(
    services,
    'application',
    { number },
    { data_request_json: JSON.stringify({ ...form, to: '2099-01-01T00:00:00Z' }) },
  );
  const approvedAt = services.now();
  clock.advance(1000 * 60 * 60);
  expect((await requestOf(services, number)).to).toBe(approvedAt);
});

test('a data request does not reach into the future', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  const answer = await portal.call(
    'personDataApplication',
    { applicationNumber: number, revision, form: { ...dataRequest, to: '2099-01-01T00:00:00Z' } },
    owner,
  );
  expect(answer).toMatchObject({
    code: codes.invalid,
    data: { fields: [{ field: 'form.to', problem: 'range' }] },
  });
});
