import { expect, test } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { storeSamples } from '#server/vehicles/live-samples.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import { portalHere, settingsOf } from '#tests/server/run-tool.ts';
import { bytesOf, everyTable, everything } from '#tests/server/stored.ts';
import { rows, startPortal } from '../fixture.ts';
import { portalOfTest } from '../portal-of.ts';
import { addSeries, addVehicle } from './fill-store.ts';

const portal = portalOfTest(startPortal);
const PLATE = 'Vehicle.VehicleIdentification.LicensePlate';
const VIN = 'VF1ERASED00000001';
const OTHER = 'VF1KEPT0000000001';
/** Texts that only the vehicle's data contain. */
const marks = ['erased-object', 'erased-sample', 'erased-orphan', 'erased-owner'];

/** Files, objects and tables that contain a text or the bytes of a file. */
async function placesOf(sought: string | Buffer): Promise<string[]> {
  const places: string[] = [];
  for await (const [place, bytes] of everything(portal.services))
    if (bytes.includes(sought)) places.push(place);
  for await (const [table, text] of everyTable(portal.services.store))
    if (text.includes(String(sought))) places.push(table);
  return places;
}

test('erasing a vehicle deletes all of its data and nothing of another’s', async () => {
  const { services } = portal;
  const { store } = services;
  for (const [id, vin, at] of [
    ['erased', VIN, '2026-01-01T00:00:00Z'],
    ['kept', OTHER, '2026-02-01T00:00:00Z'],
  ] as const) {
    await addVehicle(store, { id, vin, emails: [`${id}-owner@example.eu`] });
    await addSeries(services, id, [[at, { [PLATE]: `${id}-object` }]]);
    const sample = { vehicleId: id, signal: PLATE, value: `${id}-sample` };
    await storeSamples(services, [{ ...sample, capturedAt: Date.parse(at) + 1 }]);
  }
  const columns = [{ name: PLATE, value: 'text' }] as const;
  const storage = storageOf(services, 'series');
  for (const isTrash of [true, false]) {
    const orphan = new SeriesWriter(storage, 'erased', columns);
    await orphan.add({ at: 0, values: ['erased-orphan'] });
    const [object] = await orphan.finish();
    if (isTrash) await storage.remove(object?.id ?? '', 'no import named it');
  }
  const objects = await rows(portal.services, 'series_object', { vehicle_id: 'erased' });
  const bytes = await bytesOf(services, 'series', String(objects[0]?.id));
  expect(await placesOf(bytes.subarray(4, 40))).not.toEqual([]);
  for (const mark of marks.slice(0, 2)) expect(await placesOf(mark), mark).not.toEqual([]);

  const erase = () => portalHere(['erase-vehicle', VIN], settingsOf(portal));
  expect(await erase()).toMatchObject({
    status: 0,
    stdout: `${VIN}: 1 rows and 3 objects of series were erased\n`,
  });
  for (const sought of [...marks, VIN, bytes.subarray(4, 40)])
    expect(await placesOf(sought), String(sought)).toEqual([]);
  for (const mark of ['kept-object', 'kept-sample']) expect(await placesOf(mark)).not.toEqual([]);
  expect((await verifyChains(services)).broken).toEqual([]);
  expect(await rows(services, 'audit_entry', { action: 'vehicle.erase' })).toMatchObject([
    { actor: 'command line', detail: 'erased' },
  ]);
  expect(await erase()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing was erased'),
  });
});
