import { beforeAll, describe, expect, test } from 'vitest';
import { maskingLevels } from '#contract/data-types.ts';
import { metresBetween, type Place } from '#server/reports/drives.ts';
import { storeOfFile } from '../fresh-store.ts';
import {
  addDrives,
  between,
  DAY,
  drivenOf,
  HEADING,
  LATITUDE,
  LONGITUDE,
  median,
  ODOMETER,
  piecesOf,
  placeOf,
  recordedDrives,
  SECOND,
  type ShownRow,
  SPEED,
  shownRows,
  type TrueRow,
} from './masked-drives.ts';

// Attacks on masked reports of real drives, with knowledge of the published rules of masking.
let recorded: TrueRow[][];
const fresh = storeOfFile(async (opened) => {
  recorded = await recordedDrives(opened);
});
const METRES_PER_DEGREE = 111_320;

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
    rows = await addDrives(fresh, 'places', [...recorded, ...recorded, ...recorded], DAY);
  });

  test.each(maskingLevels)(
    'who knows the rules of the level %s finds places with a median error of at least 1 km',
    async (level) => {
      const pieces = piecesOf(await shownRows(fresh, 'places', rows, level));
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
  );
});

describe('an attacker who lays many drives on one route over each other', () => {
  const REPEATED = 12;
  /** Long drives: short ones cross few edges of cells. */
  const longer = (drive: readonly TrueRow[]) => {
    const [first] = drive as [TrueRow];
    const stretched = (value = 0, from = 0) => from + (value - from) * 3;
    return drive
      .filter((_, second) => second % 5 === 0)
      .map((row): TrueRow => {
        const { [SPEED]: speed, [ODOMETER]: driven, ...others } = row.values;
        const latitude = stretched(row.latitude, first.latitude);
        const longitude = stretched(row.longitude, first.longitude);
        const course = { [SPEED]: stretched(speed), [ODOMETER]: stretched(driven) };
        const values = { ...others, ...course, [LATITUDE]: latitude, [LONGITUDE]: longitude };
        return { ...row, latitude, longitude, values };
      });
  };
  let rows: TrueRow[];
  let routes: TrueRow[][];
  const starts = new Map<number, number>();
  beforeAll(async () => {
    const distance = (drive: readonly TrueRow[]) => drive.at(-1)?.values[ODOMETER] ?? 0;
    const farthest = recorded.toSorted((a, b) => distance(b) - distance(a));
    routes = farthest.slice(0, 2).map(longer);
    const drives = Array.from({ length: REPEATED }, () => routes).flat();
    // At other seconds of the interval of positions each day.
    rows = await addDrives(fresh, 'route', drives, DAY + 97 * SECOND);
    for (const { drive, values } of rows)
      if (!starts.has(drive)) starts.set(drive, values[ODOMETER] ?? 0);
  });

  /** Metres since the begin of the drive: better known here than to any attacker. */
  const metresOf = ({ truth }: ShownRow) =>
    (truth.values[ODOMETER] ?? 0) - (starts.get(truth.drive) ?? 0);

  test.each([
    ['drives', 1],
    ['drives', 2],
    ['dated', 3],
  ] as const)('is off by at least 1 km (median) at the level %s', async (level, installation) => {
    const pieces = piecesOf(await shownRows(fresh, 'route', rows, level, { installation }));
    for (const nth of routes.keys()) {
      const own = pieces
        .filter(([first]) => (first?.truth.drive ?? 0) % routes.length === nth)
        .flat()
        .toSorted((a, b) => metresOf(a) - metresOf(b));
      const seen = own.flatMap((row) => {
        const place = placeOf(row);
        return place ? [{ metres: metresOf(row), place }] : [];
      });
      const crossings = seen.slice(1).flatMap(({ metres, place }, index) => {
        const before = seen[index] as (typeof seen)[number];
        if (metresBetween(before.place, place) === 0) return [];
        return [{ metres: (before.metres + metres) / 2, place: between(before.place, place, 0.5) }];
      });
      expect(crossings.length).toBeGreaterThan(8);
      const errors = own.map((row) => {
        const after = crossings.findIndex(({ metres }) => metres > metresOf(row));
        const [a, b] = [crossings[after - 1], crossings[after]];
        const guess =
          a && b
            ? between(a.place, b.place, (metresOf(row) - a.metres) / (b.metres - a.metres))
            : (b ?? a ?? crossings.at(-1))?.place;
        return guess ? metresBetween(guess, row.truth) : Number.POSITIVE_INFINITY;
      });
      expect(median(errors)).toBeGreaterThanOrEqual(1000);
    }
  });
});

describe('an attacker who looks for the home of a driver', () => {
  const home: Place = { latitude: 48.4, longitude: 9.2 };
  const ROADS = 6;
  const MINUTES = 40;
  let rows: TrueRow[];
  beforeAll(async () => {
    const drives = Array.from({ length: 4 * ROADS }, (_, nth) => {
      const angle = ((nth % ROADS) / ROADS) * 2 * Math.PI + 0.4;
      return Array.from({ length: MINUTES * 6 }, (_, step): TrueRow => {
        const metres = step * 10 * 20;
        const latitude = home.latitude + (Math.sin(angle) * metres) / METRES_PER_DEGREE;
        const longitude = home.longitude + (Math.cos(angle) * metres) / METRES_PER_DEGREE / 0.664;
        const place = { [LATITUDE]: latitude, [LONGITUDE]: longitude };
        const values = { [SPEED]: 72, [ODOMETER]: metres, ...place };
        return { at: step * 10 * SECOND, drive: 0, latitude, longitude, values };
      });
    });
    rows = await addDrives(fresh, 'home', drives, DAY + 61 * SECOND);
  });

  /** First two different positions of a piece, with the distance driven until then. */
  const firstOf = (piece: readonly ShownRow[]) => {
    const driven = drivenOf(piece);
    const seen = piece.flatMap((row, index) => {
      const place = placeOf(row);
      // Half of the time that is cut off, at the speed of the first rows.
      const before = ((piece[0]?.values[SPEED] ?? 0) / 3.6) * 180;
      return place ? [{ place, metres: (driven[index] ?? 0) + before }] : [];
    });
    const [first] = seen;
    const second = seen.find(({ place }) => first && metresBetween(place, first.place) > 0);
    return first && second ? [{ first, second }] : [];
  };
  const mean = (places: readonly Place[]): Place => ({
    latitude: places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length,
    longitude: places.reduce((sum, { longitude }) => sum + longitude, 0) / places.length,
  });
  type Firsts = ReturnType<typeof firstOf>;
  const homeAttacks: Record<string, (firsts: Firsts) => Place> = {
    'the mean of the first positions': (firsts) => mean(firsts.map(({ first }) => first.place)),
    'going back from the first positions': (firsts) =>
      mean(
        firsts.map(({ first, second }) => {
          const share = -first.metres / (second.metres - first.metres);
          return between(first.place, second.place, share);
        }),
      ),
    'the distances to the first positions': (firsts) => {
      const middle = mean(firsts.map(({ first }) => first.place));
      const candidates = Array.from({ length: 41 * 41 }, (_, nth) => ({
        latitude: middle.latitude + ((nth % 41) - 20) * 0.005,
        longitude: middle.longitude + (Math.floor(nth / 41) - 20) * 0.0075,
      }));
      const misfit = (candidate: Place) =>
        firsts.reduce(
          (sum, { first }) => sum + Math.abs(metresBetween(candidate, first.place) - first.metres),
          0,
        );
      const measured = candidates.map((place) => ({ place, misfit: misfit(place) }));
      return measured.reduce((a, b) => (b.misfit < a.misfit ? b : a)).place;
    },
  };

  test.each(['drives', 'dated'] as const)(
    'is off by at least 1 km at the level %s',
    async (level) => {
      const errors: Record<string, number[]> = {};
      for (let installation = 0; installation < 8; installation++) {
        const pieces = piecesOf(await shownRows(fresh, 'home', rows, level, { installation }));
        const firsts = pieces.flatMap(firstOf);
        expect(firsts.length).toBeGreaterThan(2 * ROADS);
        for (const [name, guess] of Object.entries(homeAttacks)) {
          errors[name] ??= [];
          errors[name].push(metresBetween(guess(firsts), home));
        }
      }
      for (const [name, found] of Object.entries(errors)) {
        expect(median(found), name).toBeGreaterThanOrEqual(1000);
      }
    },
  );
});
