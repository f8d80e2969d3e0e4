import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { build } from '#server/build.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { Measurement } from '#server/vehicles/vehicle-source.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode } from '#tests/server/fixture.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { withServices } from '#tools/installation.ts';
import { environmentOf } from '../../server/fresh-location.ts';
import { importPlace, VIN } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const MEASURED = [SPEED, 'Vehicle.ADAS.EBA.IsEngaged', 'Vehicle.AverageSpeed'];

const place = importPlace();
const settings = () => environmentOf(place.location);

const importCsv = async (csv: string, ...args: string[]) =>
  place.run('--file', await written(csv), ...args);

const written = (csv: string) => place.written('drive.csv', csv);

async function stored() {
  const store = openStore(place.location);
  try {
    const vehicles = await store.db.selectFrom('vehicle').selectAll().execute();
    const links = await store.db.selectFrom('vehicle_link').select('email').execute();
    const series = seriesIn(place.location);
    const source = storeSource(store.db, series);
    const rows: Measurement[] = [];
    for (const { id } of vehicles)
      for await (const batch of source.stream(id, MEASURED, { from: 0, to: 8.64e15 }))
        rows.push(...batch);
    const objects = await series.storedBefore(Number.POSITIVE_INFINITY);
    return { vehicles, emails: links.map(({ email }) => email), rows, objects };
  } finally {
    await store.close();
  }
}

const heading = `Instant,${SPEED},Vehicle.ADAS.EBA.IsEngaged\n`;
const good = `${heading}2026-01-01T00:00:00.250Z,12.5,true\n2026-01-01T01:00:00+01:00,,false\n2026-01-01T00:00:00Z,0.1,\n`;

test('a file is imported, its vehicle created and linked', async () => {
  const { status, stdout } = await importCsv(
    good,
    '--account',
    'Owner@Example.eu',
    '--name',
    'Twizy',
    '--attribute',
    'Vehicle.Length=2338',
    '--attribute',
    'Vehicle.VehicleIdentification.Model=Twizy 80',
  );
  expect(stdout).toContain('3 rows from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:00.250Z');
  expect(status).toBe(0);
  const { vehicles, emails, rows } = await stored();
  expect(vehicles).toMatchObject([{ vin: VIN, name: 'Twizy' }]);
  expect(JSON.parse(vehicles[0]?.attributes_json ?? '')).toEqual({
    'Vehicle.Length': 2338,
    'Vehicle.VehicleIdentification.Model': 'Twizy 80',
  });
  expect(emails).toEqual(['owner@example.eu']);
  const at = Date.parse('2026-01-01T00:00:00Z');
  expect(rows).toEqual([
    { at, values: [null, false, null] },
    { at, values: [0.1, null, null] },
    { at: at + 250, values: [12.5, true, null] },
  ]);
});

test('importing the same file again only adds the link', async () => {
  await importCsv(good, '--account', 'a@x.eu');
  const again = await importCsv(good, '--account', 'b@x.eu');
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('imported before') });
  const { rows, emails } = await stored();
  expect(rows).toHaveLength(3);
  expect(emails.sort()).toEqual(['a@x.eu', 'b@x.eu']);
});

test('a link begins and ends at an instant, and can begin again', async () => {
  const times = async () => {
    const store = openStore(place.location);
    const links = await store.db
      .selectFrom('vehicle_link')
      .selectAll()
      .orderBy('linked_from')
      .execute();
    await store.close();
    return links.map(({ email, linked_from, linked_until, on_behalf_of }) => [
      email,
      new Date(linked_from).toISOString(),
      linked_until && new Date(linked_until).toISOString(),
      on_behalf_of,
    ]);
  };
  const since = '2026-01-01T00:00:00.001Z';
  await importCsv(good, '--account', 'a@x.eu', '--linked-from', '2026-01-01T01:00:00.001+01:00');
  expect(await times()).toEqual([['a@x.eu', since, null, null]]);
  await importCsv(good, '--account', 'a@x.eu', '--linked-until', '2026-02-01T00:00:00Z');
  const ended = ['a@x.eu', since, '2026-02-01T00:00:00.000Z', null];
  expect(await times()).toEqual([ended]);
  await importCsv(good, '--account', 'A@x.eu');
  expect(await times()).toEqual([ended]);
  const again = ['--linked-from', '2026-03-01T00:00:00Z', '--on-behalf-of', 'User@x.eu'];
  await importCsv(good, '--account', 'a@x.eu', ...again);
  expect(await times()).toEqual([ended, ['a@x.eu', '2026-03-01T00:00:00.000Z', null, 'user@x.eu']]);
});

test('a vehicle that has data can be linked to a third party without a file', async () => {
  const link = ['--account', 'agent@x.eu', '--on-behalf-of', 'user@x.eu'];
  const unknown = await place.run(...link);
  expect(unknown.stderr).toContain(`no vehicle has the VIN ${VIN}: add --file`);
  expect((await stored()).vehicles).toEqual([]);
  const first = await importCsv(good, '--account', 'user@x.eu');
  expect(first.stdout).toContain(`${VIN}: linked to user@x.eu\n`);
  expect(await place.run(...link)).toMatchObject({
    status: 0,
    stdout: `${VIN}: linked to agent@x.eu on behalf of user@x.eu\n`,
  });
  expect((await stored()).emails).toEqual(['user@x.eu', 'agent@x.eu']);
});

test('an import seals its vehicle links, so that a later change is detected', async () => {
  const day = (number: number) => `2026-01-0${number}T00:00:00Z`;
  expect((await importCsv(good, '--account', 'owner@example.eu')).status).toBe(0);
  const ended = await importCsv(good, '--account', 'owner@example.eu', '--linked-until', day(2));
  expect(ended.status).toBe(0);
  await withServices(settings(), async (services) => {
    expect((await verifyChains(services)).broken).toEqual([]);
    await services.store.db.updateTable('vehicle_link').set({ linked_until: null }).execute();
    const { broken } = await verifyChains(services);
    expect(broken).toEqual([expect.stringMatching(/^vehicle_link /)]);
  });
});

test.each([
  ['Anna@Müller.de', 'anna@xn--mller-kva.de'],
  ['a@παράδειγμα.ευ', 'a@xn--hxajbheg2az3al.xn--qxa6a'],
  ['a@παράδειγμα.ελ', 'a@xn--hxajbheg2az3al.xn--qxam'],
  ['a@пример.бг', 'a@xn--e1afmkfd.xn--90ae'],
  ['a&b@example.eu', 'A&B@Example.eu'],
])('%s and %s are one owner, who signs in and sees the imported car', async (one, other) => {
  expect((await importCsv(good, '--account', one)).status).toBe(0);
  await withServices(settings(), async (services) => {
    const app = await build(services);
    const post = async (name: 'sendCaptcha' | 'login', payload: object) => {
      const { path: url } = endpoints[name];
      return (await app.inject({ method: 'POST', url, payload })).json();
    };
    expectCode(await post('sendCaptcha', { email: other, privacyAccepted: true }), codes.ok);
    const code = await lastCode(services, other.toLowerCase());
    const { data } = await post('login', { email: one, code });
    const headers = { [LOGIN_HEADER]: data.token };
    const user = await app.inject({ url: endpoints.currentUser.path, headers });
    expect(user.json().data.vehicles).toMatchObject([{ vin: VIN }]);
    await app.close();
  });
});

test('a second value at an instant is rejected; other instants and signals are accepted', async () => {
  await importCsv(good);
  const again = await importCsv(
    `Instant,${SPEED}\n2025-01-01T00:00:00Z,1\n2026-01-01T00:00:00Z,1\n2026-01-02T00:00:00Z,1\n`,
  );
  expect(again.status, again.stderr).toBe(1);
  expect(again.stderr).toContain('starting at 2026-01-01T00:00:00.000Z');
  expect((await stored()).rows).toHaveLength(3);
  const between = await importCsv(
    `Instant,${SPEED}\n2026-01-02T00:00:00Z,1\n2026-01-01T00:00:00.100Z,1\n2025-01-01T00:00:00Z,1\n`,
  );
  expect(between.status, between.stderr).toBe(0);
  expect((await stored()).rows).toHaveLength(6);
  const other = await importCsv('Instant,Vehicle.AverageSpeed\n2026-01-01T00:00:00Z,1\n');
  expect(other.status, other.stderr).toBe(0);
  expect((await stored()).rows).toHaveLength(7);
});

describe('an error names its place, and nothing is imported', () => {
  const twizy = '--profile twizy --timezone Africa/Casablanca';
  const twizyHeading =
    'Date,Time,Soc,Speed,Mode,LAT,LON,ALT,GpsSpeed,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit\n';
  const twizyRow = (date: string, time: string, mode = 'D') =>
    `${date},${time},87.5,10,${mode},33.9,-6.7,140,0,20,60,Clouds,2.4,0,40\n`;
  const lastRow = 'drive.csv line 3, column Vehicle.Speed: ';
  const second = (values: string) =>
    `${heading}2026-01-01T00:00:00Z,1,1\n2026-01-01T00:00:01Z,${values}\n`;
  test.each([
    ['an empty file', '', '', 'drive.csv is empty'],
    ['a heading alone', heading, '', 'no data rows'],
    ['a column named twice', `Instant,${SPEED},${SPEED}\n`, '', 'appears twice'],
    ['a bad number', second('12.5km,'), '', `${lastRow}«12.5km» is not a number`],
    [
      'three errors, the last in the first column',
      `${heading}2026-01-01T00:00:00Z,x,1\n2026-01-01T00:00:01Z,1,x\nyesterday,1,1\n`,
      '',
      'line 2, column Vehicle.Speed: «x»',
    ],
    ['a hexadecimal number', second('0x10,'), '', `${lastRow}«0x10»`],
    ['an infinite number', second('1e999,'), '', `${lastRow}«1e999»`],
    ['no instant', `${heading}yesterday,1,\n`, '', 'line 2, column Instant: «yesterday» is not'],
    ['a day out of the calendar', `${heading}2026-02-29T00:00:00Z,1,\n`, '', 'is not a real date'],
    ['a time without offset or zone', `${heading}2026-02-28T00:00:00,1,\n`, '', 'set --timezone'],
    ['a row too short', second('1'), '', 'line 3'],
    [
      'a quote never closed',
      `${heading}2026-01-01T00:00:00Z,1,1\n"2026-01-01T00:00:01Z,1,\n`,
      '',
      'line 3',
    ],
    [
      'an unknown gear',
      twizyHeading + twizyRow('03/29/2021', '11:00:00', 'P'),
      twizy,
      'line 2, column Mode: «P» is not one of N, D, R',
    ],
    ['a profile without zone', twizyHeading, '--profile twizy', 'set --timezone'],
    ['a missing column of the profile', twizyHeading.replace('Soc,', ''), twizy, 'Soc is missing'],
    [
      'a local time that occurred twice',
      twizyHeading + twizyRow('04/11/2021', '02:30:00'),
      twizy,
      'line 2, column Date: «04/11/2021 02:30:00» occurred twice',
    ],
    [
      'such a date a while later',
      twizyHeading + twizyRow('03/29/2021', '11:00:00') + twizyRow('90/02/2032', '11:02:00'),
      `${twizy} --impossible-date previous`,
      'line 3, column Date',
    ],
    ['no IANA zone', good, '--timezone Rabat', '--timezone Rabat'],
    ['a signal nobody knows', good, `--map ${SPEED}=Vehicle.Warp`, 'mapped to Vehicle.Warp'],
    ['no e-mail address', good, '--account owner', '--account «owner»'],
    [
      'a link that ends before it begins',
      good,
      '--account a@x.eu --linked-from 2026-02-01T00:00:00Z --linked-until 2026-01-01T00:00:00Z',
      '--linked-until must be after',
    ],
    [
      'a day where an instant is meant',
      good,
      '--account a@x.eu --linked-from 2026-02-01',
      '--linked-from «2026-02-01»',
    ],
    ['the time of nobody’s link', good, '--linked-from 2026-02-01T00:00:00Z', 'require --account'],
    [
      'a user without an address',
      good,
      '--account a@x.eu --on-behalf-of owner',
      '--on-behalf-of «owner»',
    ],
  ])('%s', async (_, csv, args, message) => {
    const { status, stderr } = await importCsv(csv, ...args.split(' ').filter(Boolean));
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status, stderr).toBe(1);
    expect(await stored()).toEqual({ vehicles: [], emails: [], rows: [], objects: [] });
  });
});

test('an error in a late row discards the thousands of rows before it', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, index) => `${new Date(Date.UTC(2026, 0) + index * 1000).toISOString()},${index % 100},\n`,
  );
  const { status, stderr } = await importCsv(`${heading}${rows.join('')}2026-01-01T00:00:00Z,x,\n`);
  expect(stderr).toContain('line 3002, column Vehicle.Speed');
  expect(status, stderr).toBe(1);
  expect(await stored()).toEqual({ vehicles: [], emails: [], rows: [], objects: [] });
});
