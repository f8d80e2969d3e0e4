import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MaskingLevel, maskingLevels } from '#contract/data-types.ts';
import { metresBetween, type Place } from '#server/reports/drives.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { driveFiles, drivenRows, drivenValue } from './drive.ts';
import { reportRequest, writtenReport } from './report-request.ts';

// Attacks on masked reports of real drives, with knowledge of the published rules of masking.
const SPEED = 'Vehicle.Speed';
const ODOMETER = 'Vehicle.TraveledDistance';
const HEADING = 'Vehicle.CurrentLocation.Heading';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const HEALTH = 'Vehicle.Powertrain.TractionBattery.StateOfHealth';
const OUTSIDE = 'Vehicle.Exterior.AirTemperature';
const HUMIDITY = 'Vehicle.Exterior.Humidity';
/** Text that masking shows, as the number of the true row: known to the test, not to an attacker. */
const MARK = 'Vehicle.LowVoltageSystemState';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const PAUSE = 20 * 60 * SECOND;
const METRES_PER_DEGREE = 111_320;

interface TrueRow extends Place {
  at: number;
  drive: number;
  values: Record<string, number>;
}

let recorded: TrueRow[][];
const fresh = storeOfFile(async ({ location }) => {
  const files = await driveFiles(location.dataDir);
  recorded = await Promise.all(
    files.map(async (file) => {
      const rows = drivenRows(await readFile(file, 'utf8'));
      let [odometer, heading] = [0, 0];
      return rows.map((row, second) => {
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
});

const begin = Date.parse('2026-03-02T06:00:00Z');

/** Stores drives one after the other, `every` ms apart at least, with continuing counters. */
async function addDrives(id: string, drives: readonly TrueRow[][], every: number) {
  let at = begin;
  let odometer = 12_345_678;
  const rows = drives.flatMap((rows, drive) => {
    const [first, last] = [rows[0], rows.at(-1)] as [TrueRow, TrueRow];
    const [start, driven] = [at, odometer];
    at += Math.max(every, last.at - first.at + PAUSE);
    odometer += (last.values[ODOMETER] ?? 0) - (first.values[ODOMETER] ?? 0);
    return rows.map((row): TrueRow => {
      const metres = driven + (row.values[ODOMETER] ?? 0) - (first.values[ODOMETER] ?? 0);
      const values = { ...row.values, [ODOMETER]: metres, [HEALTH]: 97.3 - drive / 100 };
      return { ...row, drive, at: start + row.at - first.at, values };
    });
  });
  await addVehicle(fresh.store, { id, vin: `VF1${id}` });
  await addSeries(
    servicesOf(fresh.store, fresh.location),
    id,
    rows.map(({ at, values }, index) => [at, { ...values, [MARK]: String(index) }] as const),
  );
  return rows;
}

interface ShownRow {
  at: number;
  truth: TrueRow;
  values: Record<string, number>;
}

async function shownRows(id: string, rows: readonly TrueRow[], level: MaskingLevel) {
  const range = { from: begin - DAY, to: (rows.at(-1)?.at ?? 0) + DAY };
  const dataTypes = ['status', 'battery', 'trips', 'location'] as const;
  const request = reportRequest(range, { vehicleId: id, dataTypes, masking: level });
  const { files } = await writtenReport(fresh, request);
  const byTime = new Map<number, Record<string, number>>();
  for (const type of dataTypes)
    for (const line of (files[`data/${type}.jsonl`] ?? '').split('\n').filter(Boolean)) {
      const { time_stamp, ...values } = JSON.parse(line);
      const at = Date.parse(time_stamp);
      byTime.set(at, { ...byTime.get(at), ...values });
    }
  return [...byTime]
    .filter(([, values]) => values[MARK] !== undefined)
    .sort(([a], [b]) => a - b)
    .map(
      ([at, values]): ShownRow => ({ at, values, truth: rows[Number(values[MARK])] as TrueRow }),
    );
}

/** Pieces of a masked report: rows without a long pause between them. */
function piecesOf(rows: readonly ShownRow[]): ShownRow[][] {
  const pieces: ShownRow[][] = [];
  for (const row of rows) {
    const before = pieces.at(-1)?.at(-1);
    if (before && row.at - before.at < PAUSE / 2) pieces.at(-1)?.push(row);
    else pieces.push([row]);
  }
  return pieces;
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const placeOf = ({ values }: ShownRow): Place | null => {
  const { [LATITUDE]: latitude, [LONGITUDE]: longitude } = values;
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
};

const between = (a: Place, b: Place, share: number): Place => ({
  latitude: a.latitude + (b.latitude - a.latitude) * share,
  longitude: a.longitude + (b.longitude - a.longitude) * share,
});

/** Distance driven since the begin of the piece, by the shown speeds. */
function drivenOf(piece: readonly ShownRow[]): number[] {
  let sum = 0;
  return piece.map(({ at, values }, index) => {
    sum += (((values[SPEED] ?? 0) / 3.6) * (at - (piece[index - 1]?.at ?? at))) / SECOND;
    return sum;
  });
}

type Guess = (piece: readonly ShownRow[]) => (Place | null)[];
const positionAttacks: Record<string, Guess> = {
  'takes the last shown position': (piece) => {
    let seen: Place | null = null;
    return piece.map((row) => {
      seen = placeOf(row) ?? seen;
      return seen;
    });
  },
  'interpolates between changes of the shown position by speed': (piece) => {
    const driven = drivenOf(piece);
    const anchors: { metres: number; place: Place }[] = [];
    let seen: { metres: number; place: Place } | null = null;
    for (const [index, row] of piece.entries()) {
      const place = placeOf(row);
      if (!place) continue;
      const metres = driven[index] ?? 0;
      if (seen && metresBetween(seen.place, place) > 0)
        anchors.push({
          metres: (seen.metres + metres) / 2,
          place: between(seen.place, place, 0.5),
        });
      seen = { metres, place };
    }
    return driven.map((metres) => {
      const after = anchors.findIndex((anchor) => anchor.metres > metres);
      const [a, b] = [anchors[after - 1], anchors[after]];
      if (!a || !b) return (b ?? a ?? anchors.at(-1))?.place ?? null;
      return between(a.place, b.place, (metres - a.metres) / (b.metres - a.metres));
    });
  },
  'sums speed and heading (dead reckoning), shifted onto the shown positions': (piece) => {
    if (piece.every(({ values }) => values[HEADING] === undefined)) return [];
    const track = { north: 0, east: 0 };
    const offsets: Place[] = [];
    const path = piece.map(({ at, values }, index) => {
      const metres = ((values[SPEED] ?? 0) / 3.6) * ((at - (piece[index - 1]?.at ?? at)) / SECOND);
      const angle = ((values[HEADING] ?? 0) * Math.PI) / 180;
      track.north += (metres * Math.cos(angle)) / METRES_PER_DEGREE;
      track.east += (metres * Math.sin(angle)) / METRES_PER_DEGREE / 0.83;
      return { latitude: track.north, longitude: track.east };
    });
    for (const [index, row] of piece.entries()) {
      const place = placeOf(row);
      const at = path[index] as Place;
      if (place)
        offsets.push({
          latitude: place.latitude - at.latitude,
          longitude: place.longitude - at.longitude,
        });
    }
    if (offsets.length === 0) return [];
    const latitude = median(offsets.map((offset) => offset.latitude));
    const longitude = median(offsets.map((offset) => offset.longitude));
    return path.map((at) => ({
      latitude: at.latitude + latitude,
      longitude: at.longitude + longitude,
    }));
  },
};

describe('an attacker with one report', () => {
  let rows: TrueRow[];
  beforeAll(async () => {
    // Each route on three days: rarer places are not shown.
    rows = await addDrives('places', [...recorded, ...recorded, ...recorded], DAY);
  });

  test.each(maskingLevels)(
    'who knows the rules of the level %s finds places with a median error of at least 1 km',
    async (level) => {
      const pieces = piecesOf(await shownRows('places', rows, level));
      expect(pieces.length).toBeGreaterThanOrEqual(recorded.length * 3);
      for (const [name, guess] of Object.entries(positionAttacks)) {
        const errors = pieces.flatMap((piece) =>
          guess(piece).flatMap((place, index) => {
            const truth = piece[index]?.truth;
            return place && truth ? [metresBetween(place, truth)] : [];
          }),
        );
        // The level `strict` shows no positions, and no level shows the heading.
        const isPossible = level !== 'strict' && !name.startsWith('sums');
        expect(errors.length > 0, name).toBe(isPossible);
        if (isPossible) expect(median(errors), name).toBeGreaterThanOrEqual(1000);
      }
    },
    60_000,
  );
});

const QUARTER = 900;
const REPORTS = 8;

describe('among the drives of one car', () => {
  let rows: TrueRow[];
  let drives: TrueRow[][];
  beforeAll(async () => {
    // Quarters of an hour: charge, health and temperature continue from each to the next.
    drives = recorded.flatMap((all) =>
      Array.from({ length: Math.floor(all.length / QUARTER) }, (_, nth) =>
        all.slice(nth * QUARTER, (nth + 1) * QUARTER),
      ),
    );
    rows = await addDrives('chain', drives, 0);
  });

  const continuing = [CHARGE, HEALTH, OUTSIDE, HUMIDITY];
  /** Sum of the differences from the end of one piece to the begin of another. */
  const stepBetween = (one: readonly ShownRow[], other: readonly ShownRow[]) =>
    continuing.reduce((sum, name) => {
      const [end, start] = [one.findLast(hasName(name)), other.find(hasName(name))];
      if (!end || !start) return sum;
      return sum + Math.abs((end.values[name] ?? 0) - (start.values[name] ?? 0));
    }, 0);
  const hasName =
    (name: string) =>
    ({ values }: ShownRow) =>
      values[name] !== undefined;
  /** Probability that a random choice among the nearest candidates is the right one. */
  const chosen = (distances: readonly number[], right: number) => {
    const least = Math.min(...distances);
    const nearest = distances.filter((distance) => distance === least).length;
    return distances[right] === least ? 1 / nearest : 0;
  };
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const driveOf = (piece: readonly ShownRow[]) => piece[0]?.truth.drive ?? -1;

  describe.each(['drives', 'strict'] as const)('at the level %s', (level) => {
    const reports: ShownRow[][][] = [];
    beforeAll(async () => {
      for (let nth = 0; nth < REPORTS; nth++)
        reports.push(piecesOf(await shownRows('chain', rows, level)));
    }, 60_000);

    test('the next drive is found hardly more often than by chance', () => {
      const found = reports.flatMap((pieces) =>
        pieces.flatMap((piece) => {
          const others = pieces.filter((other) => other !== piece);
          const right = others.findIndex((other) => driveOf(other) === driveOf(piece) + 1);
          const steps = others.map((other) => stepBetween(piece, other));
          return right < 0 ? [] : [chosen(steps, right)];
        }),
      );
      expect(mean(found)).toBeLessThanOrEqual(2 / (drives.length - 1));
    });

    test('two reports cannot be linked by the first 60 speeds of a drive', () => {
      const prefixOf = (piece: readonly ShownRow[]) =>
        piece
          .flatMap(({ values }) => values[SPEED] ?? [])
          .slice(0, 60)
          .join();
      const joined = reports.slice(1).flatMap((pieces, nth) =>
        pieces.map((piece) => {
          const others = reports[nth] ?? [];
          const same = others.filter((other) => prefixOf(other) === prefixOf(piece));
          return same.some((other) => driveOf(other) === driveOf(piece)) ? 1 / same.length : 0;
        }),
      );
      expect(mean(joined)).toBeLessThanOrEqual(2 / drives.length);
    });

    test('distances of drives are shown in whole kilometres', () => {
      for (const row of reports.flat(2)) expect((row.values[ODOMETER] ?? 0) % 1000).toBe(0);
    });
  });
});
