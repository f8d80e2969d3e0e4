import type { ScratchFile, ScratchPlace } from '#server/platform/storage/scratch-file.ts';
import type { Measurement, TimeRange, Value, Vehicle, VehicleSource } from './vehicle-source.ts';

/** Values of a group that are kept at one place. */
const PAGE = 10_000;
/** Vehicles that are kept at one place. */
const FLEET_PAGE = 1000;

/** Data that are read together. */
export interface ReadTogether {
  /** Signals that are asked for together again and again, by their VSS names. */
  groups: readonly (readonly string[])[];
  /** Ranges apart from one another; what is asked for lies in one of them. */
  parts: readonly TimeRange[];
}

/** Rows of a group at one place, and the first and the last of their instants. */
interface Page extends ScratchPlace {
  first: number;
  last: number;
}

/**
 * A source that is asked for its vehicles, for what of each does not change, and for the measurements
 * of all groups in each part once; whatever reads them again reads the same. Other signals or times
 * are asked for as they come.
 */
export function readOnce(
  source: VehicleSource,
  { groups, parts }: ReadTogether,
  scratch: ScratchFile,
): VehicleSource {
  const found = new Map<string, Promise<Vehicle | null>>();
  const attributes = new Map<string, ScratchPlace>();
  const pages = new Map<string, Promise<Page[][]>>();
  let fleet: readonly ScratchPlace[] | null = null;
  const pagesOf = (vehicleId: string, part: TimeRange): Promise<Page[][]> => {
    const key = `${part.from} ${vehicleId}`;
    const kept = pages.get(key) ?? keepRows(source, vehicleId, groups, part, scratch);
    pages.set(key, kept);
    kept.catch(() => pages.delete(key));
    return kept;
  };
  return {
    ...source,
    find(vehicleId) {
      const kept = found.get(vehicleId) ?? source.find(vehicleId);
      found.set(vehicleId, kept);
      return kept;
    },
    async *all() {
      if (fleet) {
        for (const place of fleet) yield* (await scratch.read(place)) as Vehicle[];
        return;
      }
      const places: ScratchPlace[] = [];
      let page: Vehicle[] = [];
      for await (const vehicle of source.all()) {
        page.push(vehicle);
        yield vehicle;
        if (page.length < FLEET_PAGE) continue;
        places.push(await scratch.append(page));
        page = [];
      }
      if (page.length > 0) places.push(await scratch.append(page));
      fleet = places;
    },
    async attributes(vehicleId) {
      const place = attributes.get(vehicleId);
      if (place) return (await scratch.read(place)) as Record<string, Value>;
      const all = await source.attributes(vehicleId);
      attributes.set(vehicleId, await scratch.append(all));
      return all;
    },
    async *stream(vehicleId, signals, range) {
      const part = parts.find(({ from, to }) => from <= range.from && range.to <= to);
      const place = groups.findIndex((group) => signals.every((name) => group.includes(name)));
      const group = groups[place];
      if (!part || !group) {
        yield* source.stream(vehicleId, signals, range);
        return;
      }
      const columns = signals.map((name) => group.indexOf(name));
      const kept = (await pagesOf(vehicleId, part))[place] ?? [];
      for (const page of kept) {
        if (page.last < range.from || page.first >= range.to) continue;
        const rows = (await scratch.read(page)) as Measurement[];
        const shown = rows
          .filter(({ at }) => at >= range.from && at < range.to)
          .map(({ values, ...row }) => ({
            ...row,
            values: columns.map((one) => values[one] ?? null),
          }))
          .filter(({ values }) => hasValue(values));
        if (shown.length > 0) yield shown;
      }
    },
  };
}

/** Keeps the measurements of a vehicle in a range by group, each without rows that have no value of it. */
async function keepRows(
  source: VehicleSource,
  vehicleId: string,
  groups: readonly (readonly string[])[],
  range: TimeRange,
  scratch: ScratchFile,
): Promise<Page[][]> {
  const names = [...new Set(groups.flat())];
  const kept = groups.map((group) => ({
    columns: group.map((name) => names.indexOf(name)),
    rows: [] as Measurement[],
    pages: [] as Page[],
  }));
  const keep = async ({ rows, pages }: (typeof kept)[number]) => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    pages.push({ first: first.at, last: last.at, ...(await scratch.append(rows)) });
    rows.length = 0;
  };
  for await (const batch of source.stream(vehicleId, names, range))
    for (const group of kept) {
      for (const { values, ...row } of batch) {
        const own = group.columns.map((column) => values[column] ?? null);
        if (hasValue(own)) group.rows.push({ ...row, values: own });
      }
      if (group.rows.length * group.columns.length >= PAGE) await keep(group);
    }
  for (const group of kept) await keep(group);
  return kept.map(({ pages }) => pages);
}

const hasValue = (values: readonly Value[]) => values.some((value) => value !== null);
