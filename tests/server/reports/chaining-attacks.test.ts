import { beforeAll, describe, expect, test } from 'vitest';
import { type MaskingLevel, maskingLevels } from '#contract/data-types.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { maskingWords } from '#server/reports/manifest-parts.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import {
  addDrives,
  CHARGE,
  CONSUMED,
  DAY,
  fleetRows,
  HEALTH,
  HUMIDITY,
  MARK,
  ODOMETER,
  OUTSIDE,
  piecesOf,
  RANGE,
  recordedDrives,
  type ShownRow,
  SPEED,
  shownRows,
  type TrueRow,
  WARMTH,
} from './masked-drives.ts';

// Attacks that put the drives of masked reports in order, or join reports on one vehicle, with
// knowledge of the published rules of masking.

const MOTOR = 'Vehicle.Powertrain.ElectricMotor.Temperature';
const CABIN = 'Vehicle.Cabin.HVAC.AmbientAirTemperature';
const COLDEST = 'Vehicle.Powertrain.TractionBattery.Temperature.Min';
const HOTTEST = 'Vehicle.Powertrain.TractionBattery.Temperature.Max';
const temperatures = [OUTSIDE, CABIN, COLDEST, WARMTH, HOTTEST, MOTOR];
const signals = [...temperatures, CHARGE, HEALTH, HUMIDITY, RANGE, CONSUMED, ODOMETER, SPEED];

const REPORTS = 8;
/** Values in 10 s steps of the first and last minutes, which an attacker compares. */
const EDGE = 12;
const QUARTER = 900;

const fresh = storeOfFile();

/** Quarters of an hour: charge, health and temperatures continue from each to the next. */
async function quarters(): Promise<TrueRow[][]> {
  const recorded = await recordedDrives(fresh);
  return recorded.flatMap((all) =>
    Array.from({ length: Math.floor(all.length / QUARTER) }, (_, nth) =>
      all.slice(nth * QUARTER, (nth + 1) * QUARTER),
    ),
  );
}

/** Drives of a year: the seasons show in all temperatures. */
function year(): TrueRow[][] {
  let odometer = 0;
  return Array.from({ length: 60 }, (_, nth) => {
    const ambient = 12 + 14 * Math.sin((2 * Math.PI * nth) / 60) + 4 * Math.sin(nth * 12.9);
    return Array.from({ length: 90 }, (_, step) => {
      const speed = 60 + 30 * Math.sin(step / (5 + (nth % 7))) + 20 * Math.sin(step * (nth + 1));
      const warm = 1 - Math.exp(-step / 40);
      odometer += speed / 0.36;
      return {
        at: step * 10_000,
        drive: 0,
        latitude: 0,
        longitude: 0,
        values: {
          [SPEED]: Math.max(0, speed),
          [ODOMETER]: Math.round(odometer),
          [CHARGE]: 90 - ((odometer / 4000) % 70),
          [OUTSIDE]: ambient,
          [CABIN]: ambient + (21 - ambient) * warm,
          [COLDEST]: ambient + 6 * warm,
          [HOTTEST]: ambient + 12 * warm,
          [MOTOR]: ambient + 60 * warm,
          [HUMIDITY]: 50 + nth / 4,
        },
      };
    });
  });
}

type Piece = readonly ShownRow[];
const driveOf = (piece: Piece) => piece[0]?.truth.drive ?? -1;
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const valuesOf = (name: string, piece: Piece) => piece.flatMap(({ values }) => values[name] ?? []);

/** Probability that a random choice among the nearest candidates is the right one. */
function chosen(distances: readonly number[], right: number): number {
  const least = Math.min(...distances);
  const nearest = distances.filter((distance) => distance - least < 1e-9).length;
  return (distances[right] ?? Number.POSITIVE_INFINITY) - least < 1e-9 ? 1 / nearest : 0;
}

const sumOfDifferences = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? value)), 0);

/** Numbers of two pieces that an attacker compares. */
interface Attack {
  end(piece: Piece): number[];
  begin(piece: Piece): number[];
  distance?: (end: readonly number[], begin: readonly number[]) => number;
}

const alike = (of: (piece: Piece) => number[]): Attack => ({ end: of, begin: of });
const edges = (names: readonly string[]): Attack => ({
  end: (piece) => names.map((name) => mean(valuesOf(name, piece).slice(-EDGE))),
  begin: (piece) => names.map((name) => mean(valuesOf(name, piece).slice(0, EDGE))),
});

const byTimeOfDay: Attack = {
  end: (piece) => [(piece.at(-1)?.at ?? 0) % DAY],
  begin: (piece) => [(piece[0]?.at ?? 0) % DAY],
  distance: ([end = 0], [begin = 0]) => (begin - end + DAY) % DAY,
};

const chains: Record<string, Attack> = {
  ...Object.fromEntries(signals.map((name) => [name, edges([name])])),
  'all temperatures': edges(temperatures),
  'all signals': edges(signals),
  'odometer, charge and temperatures': edges([ODOMETER, CHARGE, ...temperatures]),
  'the means of all temperatures': alike((piece) =>
    temperatures.map((name) => mean(valuesOf(name, piece))),
  ),
  'the mean of all temperatures': alike((piece) => [
    mean(temperatures.map((name) => mean(valuesOf(name, piece)))),
  ]),
  'the time of day': byTimeOfDay,
};

type Pairing = (piece: Piece, other: Piece) => boolean;
const isNext: Pairing = (piece, other) => driveOf(other) === driveOf(piece) + 1;
const isSame: Pairing = (piece, other) => driveOf(other) === driveOf(piece);

/** For each piece, how often the nearest of the others is the right one, as a multiple of chance. */
function timesChance(
  pieces: readonly Piece[],
  others: readonly Piece[],
  { end, begin, distance = sumOfDifferences }: Attack,
  isRight: Pairing,
): number[] {
  const begins = others.map(begin);
  return pieces.flatMap((piece) => {
    const right = others.findIndex((other) => isRight(piece, other));
    if (right < 0) return [];
    const own = end(piece);
    const distances = begins.map((numbers, index) =>
      others[index] === piece ? Number.POSITIVE_INFINITY : distance(own, numbers),
    );
    return [chosen(distances, right) * distances.filter(Number.isFinite).length];
  });
}

const saysOf = (level: MaskingLevel) => maskingWords(level).map(wordsOf('en')).join(' ');

describe.each([
  ['a day', quarters],
  ['a year', year],
] as const)('among the drives of %s', (id, drivesOf) => {
  let rows: TrueRow[];
  beforeAll(async () => {
    rows = await addDrives(fresh, id, await drivesOf(), 0);
  });

  describe.each(['drives', 'strict'] as const)('at the level %s', (level) => {
    const reports: Piece[][] = [];
    beforeAll(async () => {
      for (let nth = 0; nth < REPORTS; nth++)
        reports.push(
          piecesOf(await shownRows(fresh, id, rows, level, { installation: nth, report: nth })),
        );
    }, 30_000);

    test.each(Object.keys(chains))('the next drive is hardly found by %s', (name) => {
      const attack = chains[name] as Attack;
      const found = mean(reports.flatMap((pieces) => timesChance(pieces, pieces, attack, isNext)));
      if (name === 'the time of day' && level === 'drives')
        expect(saysOf(level)).toContain('Whoever compares times of day can guess which drives');
      else expect(found).toBeLessThanOrEqual(2);
    });

    test('distances of drives are shown in whole kilometres', () => {
      for (const row of reports.flat(2)) expect((row.values[ODOMETER] ?? 0) % 1000).toBe(0);
    });
  });
});

const speedsOf = (piece: Piece, from = 0) => valuesOf(SPEED, piece).slice(from, from + 60);
/** Largest difference of the times that are cut off, in values. */
const MAX_SHIFT = 24;

const meanSquare = (one: readonly number[], other: readonly number[]) =>
  mean(one.map((value, index) => (value - (other[index] ?? value)) ** 2));

const joins: [name: string, isPromised: boolean, attack: Attack][] = [
  [
    'equal first 60 speeds',
    true,
    {
      ...alike((piece) => speedsOf(piece)),
      distance: (one, other) => Number(one.join() !== other.join()),
    },
  ],
  [
    'equal distances and rises of temperature',
    false,
    alike((piece) =>
      [ODOMETER, ...temperatures].map((name) => Math.max(0, ...valuesOf(name, piece))),
    ),
  ],
  [
    'the nearest first 60 speeds',
    false,
    { ...alike((piece) => speedsOf(piece)), distance: meanSquare },
  ],
  [
    'the nearest first 60 speeds, shifted',
    false,
    {
      end: (piece) => speedsOf(piece),
      begin: (piece) => valuesOf(SPEED, piece).slice(0, 60 + MAX_SHIFT),
      distance: (one, other) =>
        Math.min(
          ...Array.from({ length: MAX_SHIFT }, (_, shift) => meanSquare(one, other.slice(shift))),
        ),
    },
  ],
];

describe.each(maskingLevels)('among reports on one car at the level %s', (level) => {
  const reports: Piece[][] = [];
  beforeAll(async () => {
    const rows = await addDrives(fresh, level, await quarters(), 0);
    for (let nth = 0; nth < REPORTS; nth++)
      reports.push(piecesOf(await shownRows(fresh, level, rows, level, { report: nth })));
  }, 30_000);

  test.each(joins)(
    'two are hardly joined by %s, or the words say so',
    (_name, isPromised, attack) => {
      const found = reports
        .slice(1)
        .flatMap((pieces, nth) => timesChance(pieces, reports[nth] ?? [], attack, isSame));
      if (isPromised) expect(mean(found)).toBeLessThanOrEqual(2);
      else
        expect(saysOf(level)).toContain(
          'Two masked reports with the same drives can be linked by comparing the course of the drives',
        );
    },
  );
});

test.each(['drives', 'dated'] as const)(
  'the order of vehicles does not join two reports of a public-sector body at the level %s',
  async (level) => {
    const cars = Array.from({ length: 20 }, (_, nth) => `fleet ${level} ${nth}`);
    for (const [nth, id] of cars.entries()) {
      await addVehicle(fresh.store, { id, vin: `VF1${level}${nth}`, name: level });
      await addSeries(servicesOf(fresh.store, fresh.location), id, [
        ['2026-03-02T12:00:00Z', { [MARK]: id }],
      ]);
    }
    const shownOrder = async (report: number) => {
      const rows = await fleetRows(fresh, level, report);
      return rows.map((row) => String(row[MARK]));
    };
    const [one, other] = [await shownOrder(1), await shownOrder(2)];
    expect(one.toSorted()).toEqual(cars.toSorted());
    const joined = one.filter((id, nth) => other[nth] === id);
    expect(joined.length).toBeLessThanOrEqual(2);
  },
);
