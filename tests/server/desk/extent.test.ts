import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { requestedData } from '#server/reports/delivery.ts';
import { writeReport } from '#server/reports/generate.ts';
import { noMask } from '#server/reports/masking.ts';
import { requestOf } from '#server/reports/report-request.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row, rows } from '#tests/server/fixture.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { completeExtent, publicRequest } from '#tests/server/public-request.ts';
import { targetAt, zippedTexts } from '#tests/server/reports/report-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

type Approval = InputOf<typeof endpoints.deskApprove>;

const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const VOLTAGE = 'Vehicle.Powertrain.TractionBattery.CurrentVoltage';
const asked = { dataTypes: ['battery' as const, 'status' as const] };
const whole = completeExtent(asked, ['Lumo']);

const portal = portalOfFile(startSeededPortal);
const { stranger: body, reviewer } = callersOf(portal);
beforeAll(async () => {
  const { store } = portal.services;
  const cars = { 'lumo-1': 'Lumo', 'lumo-2': 'Lumo', 'vesta-1': 'Vesta' };
  for (const [id, name] of Object.entries(cars)) {
    await addVehicle(store, { id, vin: `VF1${id.toUpperCase().padStart(14, '0')}`, name });
    await addSeries(portal.services, id, [
      ['2026-03-01T10:00:00Z', { [CHARGE]: 80 }],
      ['2026-03-01T10:00:20Z', { [CHARGE]: 79, [VOLTAGE]: 400 }],
      ['2026-03-01T10:00:40Z', { [CHARGE]: 78, [VOLTAGE]: 399 }],
      ['2026-03-01T10:01:00Z', { [CHARGE]: 77 }],
      ['2026-05-01T10:00:00Z', { [CHARGE]: 60 }],
    ]);
  }
});

const approve = (applicationNumber: string, extent?: Approval['extent']) => {
  const input = { applicationNumber, revision: 1, ...(extent && { extent }) };
  return portal.call('deskApprove', input, reviewer);
};

/** Rows of battery data in the unmasked report of an application: VIN, time, values. */
async function deliveredOf(number: string): Promise<Row[]> {
  const request = await requestOf(portal.services, number);
  const data = requestedData(vehicleSource(portal.services), request, noMask);
  const [battery] = await data.plan();
  const found: Row[] = [];
  if (battery) for await (const batch of data.rows(battery)) found.push(...batch);
  return found.filter(([, at]) => at !== null);
}

/** The manifest of the report of an application, for programs and as a page. */
async function manifestOf(number: string) {
  const target = targetAt(join(portal.services.config.DATA_DIR, `${number}.xlsx`));
  const request = await requestOf(portal.services, number);
  await writeReport(vehicleSource(portal.services), request, target);
  const files = await zippedTexts(await readFile(target.packagePath));
  return { manifest: JSON.parse(files['manifest.json'] ?? ''), page: files['manifest.html'] };
}

describe('a public body’s request', () => {
  test('is not approved without an extent', async () => {
    const number = await publicRequest(portal, body.token, asked);
    const fields = [{ field: 'extent', problem: 'required' }];
    const preview = { applicationNumber: number, revision: 1, decision: 'approve' } as const;
    for (const answer of [
      await approve(number),
      await portal.call('deskPreview', preview, reviewer),
    ])
      expectAnswer(answer, { status: 400, code: codes.invalid, data: { fields } });
    const { revision } = await row(portal.services, 'application', { number });
    expect(revision).toBe(1);
    expect(await rows(portal.services, 'report', { application_number: number })).toEqual([]);
  });

  test.each<[string, Partial<typeof whole>, string, string]>([
    ['an unknown model', { models: ['Lumo', 'Atlantis'] }, 'extent.models', 'choice'],
    ['no vehicle at all', { models: [] }, 'extent.models', 'required'],
    [
      'data that were not asked for',
      { dataTypes: ['trips' as never] },
      'extent.dataTypes',
      'choice',
    ],
    ['an earlier time', { from: '2025-12-31T23:59:59Z' }, 'extent.from', 'range'],
    ['a later time', { to: '2026-07-01T00:00:01Z' }, 'extent.to', 'range'],
    ['a range that ends before it begins', { to: whole.from }, 'extent.to', 'range'],
  ])('is not approved for %s', async (_, more, field, problem) => {
    const number = await publicRequest(portal, body.token, asked);
    expectAnswer(await approve(number, { ...whole, ...more }), {
      status: 400,
      code: codes.invalid,
      data: { fields: [{ field, problem }] },
    });
  });

  test('is delivered with the approved vehicles, data types, time range and density', async () => {
    const number = await publicRequest(portal, body.token, asked);
    const extent = {
      ...whole,
      dataTypes: ['battery' as const],
      to: '2026-04-01T00:00:00Z',
      interval: 'minute' as const,
    };
    const { revision } = granted(await approve(number, extent));
    const request = await requestOf(portal.services, number);
    expect(request).toMatchObject({
      from: Date.parse('2026-01-01T00:00:00Z'),
      to: Date.parse('2026-04-01T00:00:00Z'),
      dataTypes: ['battery', 'status'],
      extent: { models: ['Lumo'], leftOut: ['status'], interval: 60_000 },
    });
    // Later entries of the history do not change it.
    const entry = { application_number: number, revision };
    const approval = await row(portal.services, 'history_entry', entry);
    const later = { revision: revision + 1, event: 'data.suspend', facts_json: null };
    await addRows(portal.services, 'history_entry', { ...approval, ...later });
    expect(await requestOf(portal.services, number)).toEqual(request);
    const { manifest, page } = await manifestOf(number);
    expect(manifest).toMatchObject({
      requested: { from: '2026-01-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' },
      approved: { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
    });
    expect(page).toContain('Requested until (exclusive)</td><td>2026-07-01T00:00:00.000Z');
    const found = await deliveredOf(number);
    // Each signal's first value of a minute, where it has one.
    const ofOne = [
      ['2026-03-01T10:00:00.000Z', 80],
      ['2026-03-01T10:00:20.000Z', 400],
      ['2026-03-01T10:01:00.000Z', 77],
    ];
    expect(
      found.map(([, at, ...values]) => [at, ...values.filter((value) => value !== null)]),
    ).toEqual([...ofOne, ...ofOne]);
    expect(new Set(found.map(([vin]) => vin)).size).toBe(2);
  });

  test('reports the extent to the body: in mail, letter and history', async () => {
    const number = await publicRequest(portal, body.token, asked);
    granted(await approve(number, { ...whole, models: ['Lumo', 'Vesta'], interval: 'hour' }));
    const given = [
      'Vehicles: Lumo and Vesta',
      'Data types: Battery and charging, vehicle status',
      'Time range: 1 January 2026 at 01:00',
      'At most one value of a signal per hour',
    ];
    const mails = await rows(portal.services, 'mail', { application_number: number });
    const approval = mails.find(({ subject }) => String(subject).endsWith('approved'));
    const about = { applicationNumber: number };
    const { response } = await portal.call('decisionLetter', about, body);
    expect(response.statusCode, response.body).toBe(200);
    const { history } = await portal.granted('applicationDetails', about, body);
    const texts = [
      String(approval?.body),
      await docxText(response.rawPayload),
      history.at(-1)?.text,
    ];
    for (const text of texts) for (const part of given) expect(text).toContain(part);
  });

  test('is previewed for the chosen extent', async () => {
    const applicationNumber = await publicRequest(portal, body.token, asked);
    const preview = (extent: typeof whole) =>
      portal.granted('deskReportPreview', { applicationNumber, extent }, reviewer);
    expect((await preview(whole)).vehicles).toBe(2);
    const less = { models: ['Vesta'], dataTypes: ['battery' as const] };
    const { vehicles, types } = await preview({ ...whole, ...less });
    expect(vehicles).toBe(1);
    expect(types.map(({ type, rows: count }) => [type, count])).toEqual([
      ['battery', 5],
      ['status', 0],
    ]);
  });

  test('without a stored extent is delivered completely', async () => {
    const number = await publicRequest(portal, body.token, asked);
    granted(await approve(number, whole));
    const entries = { application_number: number };
    await changeRows(portal.services, 'history_entry', entries, { facts_json: null });
    expect((await requestOf(portal.services, number)).extent).toBeNull();
    expect(new Set((await deliveredOf(number)).map(([vin]) => vin)).size).toBe(3);
  });
});

test('the desk gets the models with their numbers of vehicles', async () => {
  expect(await portal.granted('deskModels', {}, reviewer)).toEqual([
    { model: 'Car', vehicles: 1 },
    { model: 'Lumo', vehicles: 2 },
    { model: 'Vesta', vehicles: 1 },
  ]);
});

test('an approval checks the extent by the kind of its own application', async () => {
  const { number, revision } = await portal.applicationAt('requested');
  const personal = { applicationNumber: number, revision };
  const request = { applicationNumber: await publicRequest(portal, body.token), revision: 1 };
  const approveWith = (sent: object) => portal.call('deskApprove', sent as never, reviewer);
  const extent = completeExtent();
  expectAnswer(await approveWith({ ...personal, extent }), {
    status: 400,
    code: codes.invalid,
    data: { fields: [{ field: 'extent', problem: 'unknown' }] },
  });
  expect((await approveWith(request)).code).toBe(codes.invalid);
  granted(await approveWith({ ...request, extent }));
  granted(await approveWith(personal));
});
