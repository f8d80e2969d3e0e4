import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { signalsOf } from '#contract/data-catalogue.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { dataRequest, granted, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { addSeries } from '#tests/server/vehicles/fill-store.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer, owningReviewer } = callersOf(portal);
beforeAll(async () => {
  await addSeries(portal.services, VEHICLE, [
    ['2026-11-02T10:00:00Z', { 'Vehicle.Speed': 40 }],
    ['2026-11-02T10:00:01Z', { 'Vehicle.Speed': 41 }],
    // Before the requested range.
    ['2025-09-02T10:00:00Z', { 'Vehicle.Speed': 99 }],
  ]);
});

test('the preview counts the values in the range and names every gap', async () => {
  const { number: applicationNumber } = await portal.applicationAt('requested');
  const { data } = await portal.call('deskReportPreview', { applicationNumber }, reviewer);
  expect(data.vehicles).toBe(1);
  expect(data.types.map(({ type }) => type)).toEqual(dataRequest.dataTypes);
  const [trips] = data.types;
  // One measurement is the fixture's own.
  expect(trips?.signals.find(({ name }) => name === 'Vehicle.Speed')).toEqual({
    name: 'Vehicle.Speed',
    unit: 'km/h',
    values: 3,
    gap: null,
  });
  expect(trips?.rows).toBe(3);
  const gaps = trips?.signals.filter(({ gap }) => gap === 'notRecorded') ?? [];
  expect(gaps).toHaveLength(signalsOf('trips').length - 1);
  expect(trips?.longestGap).toBeGreaterThan(86_400_000);
});

/** The preview of the report for a data request that differs in these fields. */
async function previewOf(more: Partial<typeof dataRequest>) {
  const { number: applicationNumber, revision } = await portal.applicationAt('awaited');
  const asked = { applicationNumber, revision, form: { ...dataRequest, ...more } };
  await portal.granted('personDataApplication', asked, owner);
  return portal.granted('deskReportPreview', { applicationNumber }, reviewer);
}

test('the preview of a range without a gap of more than a day has no longest gap', async () => {
  const range = { from: '2026-11-02T06:00:00Z', to: '2026-11-02T18:00:00Z' };
  const { types } = await previewOf(range);
  expect(types[0]).toMatchObject({ days: { withData: 1, all: 1 }, longestGap: null });
});

test('a masked report withholds identifying values', async () => {
  const { types } = await previewOf({ dataTypes: ['identity'], masking: true });
  const signals = types.flatMap((type) => type.signals);
  const plate = signals.find(({ name }) => name.endsWith('LicensePlate'));
  expect(plate).toMatchObject({ values: 0, gap: 'withheld' });
  expect(signals.find(({ name }) => name.endsWith('.VIN'))).toMatchObject({ values: 1, gap: null });
});

test('the desk lists the requester’s other applications, newest first', async () => {
  const filed: string[] = [];
  for (let count = 0; count < 3; count++) {
    portal.clock.advance(1000);
    filed.unshift(await portal.filed({}, owningReviewer.token));
  }
  const [, middle = ''] = filed;
  const { data } = await portal.call('deskApplication', { applicationNumber: middle }, reviewer);
  expect(data.others.map(({ number }) => number)).toEqual(filed.filter((one) => one !== middle));
});

test('the preview uses the data request of its application', async () => {
  const requested = await portal.applicationAt('requested');
  const awaited = await portal.applicationAt('awaited', portal.tokens.owningReviewer);
  const preview = ({ number: applicationNumber }: typeof awaited) =>
    portal.call('deskReportPreview', { applicationNumber }, reviewer);
  expect(granted(await preview(requested)).vehicles).toBe(1);
  const refused = await preview(awaited);
  expectCode(refused, codes.notAllowedNow);
  expect(refused.data).toEqual({ state: 'dataRequest.awaited', revision: awaited.revision });
});
