import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { syncGrantLinks } from '#server/live/grant-clock.ts';
import { openToken } from '#server/live/open-token.ts';
import { SANDBOX_ID } from '#server/vehicles/sandbox-car.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { addSeries } from '#tests/server/vehicles/fill-store.ts';

const AUTHORITY = 'authority@example.eu';
const portal = portalOfTest(() => startSeededPortal({ AUTHORITY_MAILBOX: AUTHORITY }));
chainHoldsAfterEach(portal);
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const owner = () => ({ token: portal.tokens.owner });
const reviewer = () => ({ token: portal.tokens.reviewer });
const reasons = { ground: 'suspension', substantiation: 'The agreed key was published.' } as const;

const start = async (by = owner()) =>
  granted(await portal.call('liveGrantRequest', { vehicleId: VEHICLE }, by)).grantId;
const carOf = async () => granted(await portal.call('liveAccess', {}, owner())).cars[0];

test('an owner starts, pauses, resumes, renews and ends live access', async () => {
  expect(await carOf()).toMatchObject({ vehicleId: VEHICLE, grant: null, publicId: null });
  const grantId = await start();
  const change = async (which: 'pause' | 'resume' | 'renew' | 'end') =>
    portal.call('liveGrantChange', { grantId, change: which }, owner());
  expect(granted(await change('pause')).state).toBe('paused');
  expectCode(await change('pause'), codes.notAllowedNow);
  expectCode(await portal.call('liveDay', { grantId }, owner()), codes.notAllowedNow);
  expect(granted(await change('resume')).state).toBe('active');
  portal.clock.advance(24 * 60 * 60 * 1000);
  const before = (await carOf())?.grant?.endsAt ?? 0;
  granted(await change('renew'));
  expect((await carOf())?.grant?.endsAt).toBe(before + 24 * 60 * 60 * 1000);
  expect(granted(await change('end')).state).toBe('ended');
  expect(await carOf()).toMatchObject({ tokens: [], grant: { ended: { reason: 'owner' } } });
});

test('an owner changes live access at most sixty times an hour, and ends it at any time', async () => {
  const grantId = await start();
  const change = (which: 'pause' | 'resume' | 'end') =>
    portal.call('liveGrantChange', { grantId, change: which }, owner());
  for (let count = 0; count < 30; count++)
    for (const which of ['pause', 'resume'] as const) granted(await change(which));
  expectCode(await change('pause'), codes.tooMany);
  granted(await change('end'));
});

test('an account without a car reads the sandbox car, as long as the setting offers it', async () => {
  const { services, tokens } = portal;
  const by = { token: tokens.stranger };
  const shown = async () => granted(await portal.call('liveAccess', {}, by)).cars;
  expect(await shown()).toEqual([]);
  expectCode(
    await portal.call('liveGrantRequest', { vehicleId: SANDBOX_ID }, by),
    codes.vehicleNotLinked,
  );
  services.config.SANDBOX_CAR = 'yes';
  expect(await shown()).toMatchObject([{ vehicleId: SANDBOX_ID, isSandbox: true, grant: null }]);
  const { grantId } = granted(await portal.call('liveGrantRequest', { vehicleId: SANDBOX_ID }, by));
  expect(await shown()).toMatchObject([{ isSandbox: true, grant: { grantId, state: 'active' } }]);
  await syncGrantLinks(services);
  const wanted = { grantId, name: 'Trial', dataTypes: ['battery'], ends: '30' } as const;
  const { token } = granted(
    await portal.call('liveTokenCreate', { ...wanted, dataTypes: ['battery'] }, by),
  );
  expect(await openToken(services, token, '192.0.2.1')).toMatchObject({
    access: { sourceVehicleId: SANDBOX_ID, until: Number.MAX_SAFE_INTEGER },
  });
  services.config.SANDBOX_CAR = 'no';
  await syncGrantLinks(services);
  expect(await shown()).toEqual([]);
});

test('a token is shown once; afterwards the list shows only its first characters', async () => {
  const grantId = await start();
  const wanted = { grantId, name: 'Grafana', dataTypes: ['battery'], ends: '30' } as const;
  const created = granted(
    await portal.call('liveTokenCreate', { ...wanted, dataTypes: ['battery'] }, owner()),
  );
  const car = await carOf();
  expect(car?.tokens).toMatchObject([
    {
      name: 'Grafana',
      prefix: created.token.slice(0, 8),
      dataTypes: ['battery'],
      lastUsedAt: null,
    },
  ]);
  expect(JSON.stringify(car)).not.toContain(created.token);
  granted(await portal.call('liveTokenRevoke', { tokenId: created.tokenId }, owner()));
  expect((await carOf())?.tokens).toEqual([]);
  const entries = await rows(portal.services, 'audit_entry', {});
  const detail = `${created.tokenId} ${car?.publicId}`;
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'token.create', detail }),
      expect.objectContaining({ action: 'token.revoke', detail }),
    ]),
  );
  const { grants } = granted(await portal.call('deskGrants', {}, reviewer()));
  expect(grants[0]?.tokens).toMatchObject([
    { tokenId: created.tokenId, revokedAt: portal.services.now() },
  ]);
});

test('while the vehicle source is unavailable, the owner still sees and ends live access', async () => {
  const grantId = await start();
  portal.services.config.VEHICLE_BACKEND_URL = 'http://127.0.0.1:1/';
  expect(await carOf()).toMatchObject({ vehicleId: VEHICLE, grant: { grantId } });
  const ended = await portal.call('liveGrantChange', { grantId, change: 'end' }, owner());
  expect(granted(ended).state).toBe('ended');
});

test('a reviewer suspends live access with a ground and reasons, which the owner reads, and resumes it', async () => {
  const grantId = await start();
  granted(await portal.call('deskGrantSuspend', { grantId, ...reasons }, reviewer()));
  const { grant } = (await carOf()) ?? {};
  expect(grant).toMatchObject({
    state: 'suspended',
    suspended: {
      ground: expect.stringContaining('Article 4(7)'),
      substantiation: reasons.substantiation,
    },
  });
  const change = { grantId, change: 'resume' } as const;
  expectCode(await portal.call('liveGrantChange', change, owner()), codes.notAllowedNow);
  granted(await portal.call('deskGrantResume', { grantId }, reviewer()));
  expect((await carOf())?.grant).toMatchObject({ state: 'active', suspended: null });
  const entries = await rows(portal.services, 'audit_entry', {});
  const { publicId } = (await carOf()) ?? {};
  expect(
    entries.filter(({ detail }) => detail === `${grantId} ${publicId}`).map(({ action }) => action),
  ).toEqual(['grant.suspend', 'grant.resume']);
});

test('the competent authority is notified of a suspension, without the owner’s address', async () => {
  const grantId = await start();
  granted(await portal.call('deskGrantSuspend', { grantId, ...reasons }, reviewer()));
  const [mail, ...others] = await rows(portal.services, 'mail', { recipient: AUTHORITY });
  expect(others).toEqual([]);
  for (const text of ['Article 4(7)', reasons.substantiation, (await carOf())?.publicId ?? '-'])
    expect(mail?.body).toContain(text);
  expect(mail?.body).not.toContain('owner@example.eu');
  // No second mail for access that the owner ends and starts again.
  granted(await portal.call('liveGrantChange', { grantId, change: 'end' }, owner()));
  portal.clock.advance(1);
  await start();
  expect((await carOf())?.grant?.state).toBe('suspended');
  expect(await rows(portal.services, 'mail', { recipient: AUTHORITY })).toHaveLength(1);
});

test('the desk finds grants by VIN and by owner; reviewers cannot act on their own grants', async () => {
  const grantId = await start({ token: portal.tokens.owningReviewer });
  await start();
  const { vin } = await row(portal.services, 'vehicle', { id: VEHICLE });
  const { publicId } = (await carOf()) ?? {};
  for (const [search, count] of [
    [String(vin).toLowerCase(), 2],
    [String(publicId).toUpperCase(), 1],
    ['Owner@example.eu', 1],
    ['nobody@example.eu', 0],
  ] as const) {
    const found = granted(await portal.call('deskGrants', { search }, reviewer()));
    expect(found.grants, search).toHaveLength(count);
  }
  const own = { token: portal.tokens.owningReviewer };
  const refused = await portal.call('deskGrantSuspend', { grantId, ...reasons }, own);
  expectCode(refused, codes.notAllowedNow);
});

const readDay = async () =>
  granted(await portal.call('liveDay', { grantId: await start() }, owner()));

test('the last 24 hours are divided into driving, charging and parked, with the charge', async () => {
  const at = (time: string) => `2026-11-20T${time}:00Z`;
  await addSeries(portal.services, VEHICLE, [
    [at('06:00'), { [CHARGE]: 60, [CHARGING]: true, 'Vehicle.Speed': 0 }],
    [at('06:09'), { [CHARGE]: 64, [CHARGING]: true, 'Vehicle.Speed': 0 }],
    [at('06:10'), { [CHARGE]: 65, [CHARGING]: false, 'Vehicle.TraveledDistance': 5000 }],
    [at('06:15'), { 'Vehicle.Speed': 50, 'Vehicle.TraveledDistance': 5000 }],
    [at('06:20'), { 'Vehicle.Speed': 40, 'Vehicle.TraveledDistance': 9000 }],
  ]);
  const day = await readDay();
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  expect(
    day.activities.map(({ kind, from, to, metres }) => [kind, time(from), time(to), metres]),
  ).toEqual([
    ['charging', '06:00', '06:10', null],
    ['parked', '06:10', '06:15', null],
    ['driving', '06:15', '06:20', 4000],
    ['parked', '06:20', '10:00', null],
  ]);
  // One point in five minutes: the last one.
  expect(day.charge.map(([when, percent]) => [time(when), percent])).toEqual([
    ['06:00', 60],
    ['06:09', 64],
    ['06:10', 65],
  ]);
  expect(day.lastContactAt).toBe(Date.parse(at('06:20')));
  const tiles = Object.fromEntries(day.tiles.map((tile) => [tile.signal, tile]));
  expect(tiles['Vehicle.TraveledDistance']).toMatchObject({
    value: 9000,
    unit: 'm',
    capturedAt: Date.parse(at('06:20')),
    reason: null,
  });
  expect(tiles['Vehicle.Exterior.AirTemperature']).toMatchObject({
    value: null,
    reason: 'notReceived',
  });
});

test('a car that was silent for a day shows its last values without a curve', async () => {
  const day = await readDay();
  expect(day).toMatchObject({ charge: [], activities: [], lastContactAt: expect.any(Number) });
  expect(day.tiles.find(({ signal }) => signal === 'Vehicle.Speed')).toMatchObject({ value: 12 });
});
