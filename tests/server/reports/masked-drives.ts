import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MaskingLevel } from '#contract/data-types.ts';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { requestedData } from '#server/reports/delivery.ts';
import type { Place } from '#server/reports/drives.ts';
import { newMask } from '#server/reports/masking.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { seriesIn } from '#tests/server/stored.ts';
import type { FreshStore } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { driveFiles, drivenRows, drivenValue } from './drive.ts';
import { reportRequest } from './report-request.ts';

export const SPEED = 'Vehicle.Speed';
export const ODOMETER = 'Vehicle.TraveledDistance';
export const HEADING = 'Vehicle.CurrentLocation.Heading';
export const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
export const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
export const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
export const HEALTH = 'Vehicle.Powertrain.TractionBattery.StateOfHealth';
export const RANGE = 'Vehicle.Powertrain.TractionBattery.Range';
export const CONSUMED = 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy';
export const WARMTH = 'Vehicle.Powertrain.TractionBattery.Temperature.Average';
export const OUTSIDE = 'Vehicle.Exterior.AirTemperature';
export const HUMIDITY = 'Vehicle.Exterior.Humidity';
/** Text that masking shows, as the number of the true row: known to the test, not to an attacker. */
export const MARK = 'Vehicle.LowVoltageSystemState';

export const SECOND = 1000;
export const DAY = 86_400 * SECOND;
export const PAUSE = 20 * 60 * SECOND;

export interface TrueRow extends Place {
  at: number;
  drive: number;
  values: Record<string, number>;
}

/** Recorded drives, a row a second; see `driveFiles`. */
export async function recordedDrives({ location }: Pick<FreshStore, 'location'>) {
  const files = await driveFiles(location.dataDir);
  return Promise.all(
    files.map(async (file) => {
      const rows = drivenRows(await readFile(file, 'utf8'));
      let [odometer, heading] = [0, 0];
      return rows.map((row, second): TrueRow => {
        const of = (column: string) => drivenValue(row, column) ?? 0;
        const next = rows[second + 1] ?? row;
        const [north, east] = ['LAT', 'LON'].map(
          (column) => (drivenValue(next, column) ?? 0) - of(column),
        ) as [number, number];
        if (north !== 0 || east !== 0) heading = (Math.atan2(east * 0.83, north) * 180) / Math.PI;
        odometer += of('Speed') / 3.6;
        return {
          at: second * SECOND,
          drive: 0,
          latitude: of('LAT'),
          longitude: of('LON'),
          values: {
            [SPEED]: of('Speed'),
            [ODOMETER]: Math.round(odometer),
            [HEADING]: Math.round((heading + 360) % 360),
            [LATITUDE]: of('LAT'),
            [LONGITUDE]: of('LON'),
            [CHARGE]: of('Soc'),
            [OUTSIDE]: of('Temperature'),
            [HUMIDITY]: of('Humidity'),
          },
        };
      });
    }),
  );
}

const begin = Date.parse('2026-03-02T06:00:00Z');

type Fresh = Pick<FreshStore, 'store' | 'location'>;

/** Stores drives one after the other, `every` ms apart at least, with continuing counters. */
export async function addDrives(
  { store, location }: Fresh,
  id: string,
  drives: readonly TrueRow[][],
  every: number,
) {
  let at = begin;
  let odometer = 12_345_678;
  const rows = drives.flatMap((rows, drive) => {
    const [first, last] = [rows[0], rows.at(-1)] as [TrueRow, TrueRow];
    const [start, driven] = [at, odometer];
    at += Math.max(every, last.at - first.at + PAUSE);
    odometer += (last.values[ODOMETER] ?? 0) - (first.values[ODOMETER] ?? 0);
    return rows.map((row): TrueRow => {
      const metres = driven + (row.values[ODOMETER] ?? 0) - (first.values[ODOMETER] ?? 0);
      const values = {
        ...row.values,
        [ODOMETER]: metres,
        [HEALTH]: 97.3 - drive / 100,
        [RANGE]: 500_000 - ((metres - 12_345_678) % 400_000),
        [CONSUMED]: Math.round(metres / 100) / 100,
        [WARMTH]: 20 + 15 * Math.sin(metres / 20_000),
      };
      return { ...row, drive, at: start + row.at - first.at, values };
    });
  });
  await addVehicle(store, { id, vin: `VF1${id}` });
  await addSeries(
    servicesOf(store, location),
    id,
    rows.map(({ at, values }, index) => [at, { ...values, [MARK]: String(index) }] as const),
  );
  return rows;
}

export interface ShownRow {
  at: number;
  truth: TrueRow;
  values: Record<string, number>;
}

const ED25519_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

async function scratchFile(folder: string) {
  const file = await ScratchFile.open(join(folder, `masked-${randomUUID()}`));
  return { file, [Symbol.asyncDispose]: () => file.close() };
}

/** Reads the rows of a masked report by data type, which are alike in all formats. */
async function* maskedRows(
  { store, location }: Fresh,
  request: ReportRequest & { masking: MaskingLevel },
  installation: number,
  report: number,
): AsyncGenerator<{ at: number; values: Record<string, number> }> {
  const bytes = Buffer.concat([ED25519_HEADER, Buffer.alloc(32, installation)]);
  const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  const reportKey = createHash('sha256').update(`report ${report}`).digest();
  const source = storeSource(store.db, seriesIn(location));
  await using scratch = await scratchFile(location.dataDir);
  const data = requestedData(
    source,
    request,
    newMask(request.masking, key, reportKey),
    scratch.file,
  );
  const lead = request.vehicleId === null ? 1 : 0;
  for (const delivery of await data.plan())
    for await (const batch of data.rows(delivery))
      for (const row of batch) {
        const [instant, ...values] = row.slice(lead);
        if (typeof instant !== 'string') continue;
        const shown = delivery.signals.map(({ name }, index) => [name, values[index] ?? null]);
        yield {
          at: Date.parse(instant),
          values: Object.fromEntries(shown.filter(([, value]) => value !== null)),
        };
      }
}

/**
 * @param installation number of an installation, from which its key follows
 * @param report number of a report, from which its key follows
 */
export async function shownRows(
  fresh: Fresh,
  id: string,
  rows: readonly TrueRow[],
  level: MaskingLevel,
  { installation = 0, report = 0 } = {},
): Promise<ShownRow[]> {
  const range = { from: begin - DAY, to: (rows.at(-1)?.at ?? 0) + DAY };
  const dataTypes = ['status', 'battery', 'trips', 'location', 'diagnostics'] as const;
  const request = reportRequest(range, { vehicleId: id, dataTypes });
  const byTime = new Map<number, Record<string, number>>();
  for await (const { at, values } of maskedRows(
    fresh,
    { ...request, masking: level },
    installation,
    report,
  ))
    byTime.set(at, { ...byTime.get(at), ...values });
  return [...byTime]
    .filter(([, values]) => values[MARK] !== undefined)
    .sort(([a], [b]) => a - b)
    .map(([at, values]) => ({ at, values, truth: rows[Number(values[MARK])] as TrueRow }));
}

/** Returns the rows of all vehicles of a model that is named after the level. */
export async function fleetRows(fresh: Fresh, level: MaskingLevel, report: number) {
  const range = { from: begin - DAY, to: begin + DAY };
  const extent = { requested: range, models: [level], leftOut: [], interval: 0 };
  const request = reportRequest(range, { vehicleId: null, extent, dataTypes: ['status'] });
  const rows: Record<string, number>[] = [];
  for await (const { values } of maskedRows(fresh, { ...request, masking: level }, 0, report))
    rows.push(values);
  return rows;
}

/** Pieces of a masked report: rows without a long pause between them. */
export function piecesOf(rows: readonly ShownRow[]): ShownRow[][] {
  const pieces: ShownRow[][] = [];
  for (const row of rows) {
    const before = pieces.at(-1)?.at(-1);
    if (before && row.at - before.at < PAUSE / 2) pieces.at(-1)?.push(row);
    else pieces.push([row]);
  }
  return pieces;
}

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export const placeOf = ({ values }: ShownRow): Place | null => {
  const { [LATITUDE]: latitude, [LONGITUDE]: longitude } = values;
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
};

export const between = (a: Place, b: Place, share: number): Place => ({
  latitude: a.latitude + (b.latitude - a.latitude) * share,
  longitude: a.longitude + (b.longitude - a.longitude) * share,
});

/** Distance driven since the begin of the piece, by the shown speeds. */
export function drivenOf(piece: readonly ShownRow[]): number[] {
  let sum = 0;
  return piece.map(({ at, values }, index) => {
    sum += (((values[SPEED] ?? 0) / 3.6) * (at - (piece[index - 1]?.at ?? at))) / SECOND;
    return sum;
  });
}
