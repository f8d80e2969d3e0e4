import type { ScratchFile, ScratchPlace } from '#server/platform/storage/scratch-file.ts';
import type { Measurement, TimeRange, Value, Vehicle, VehicleSource } from './vehicle-source.ts';

const PAGE = 10_000;
const FLEET_PAGE = 1000;

export interface ReadTogether {
  groups: readonly (readonly string[])[];
  /** Disjoint ranges. Every read must be within one of them. */
  parts: readonly TimeRange[];
}

interface Page extends ScratchPlace {
  first: number;
  last: number;
}

/**
 * Caches a source in a scratch file: vehicles, attributes, and the measurements of all groups in
 * each part. Other signals and ranges are not cached.
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
    const cached = pages.get(key) ?? cacheRows(source, vehicleId, groups, part, scratch);
    pages.set(key, cached);
    cached.catch(() => pages.delete(key));
    return cached;
  };
  return {
    ...source,
    find(vehicleId) {
      const cached = found.get(vehicleId) ?? source.find(vehicleId);
      found.set(vehicleId, cached);
      return cached;
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
    // Null: masked reports would omit values outside the span, which a source may state wrongly.
    span: async () => null,
    async *stream(vehicleId, signals, range) {
      const part = parts.find(({ from, to }) => from <= range.from && range.to <= to);
      const place = groups.findIndex((group) => signals.every((name) => group.includes(name)));
      const group = groups[place];
      if (!part || !group) {
        yield* source.stream(vehicleId, signals, range);
        return;
      }
      const columns = signals.map((name) => group.indexOf(name));
      const cached = (await pagesOf(vehicleId, part))[place] ?? [];
      for (const page of cached) {
        if (page.last < range.from || page.first >= range.to) continue;
        const rows = (await scratch.read(page)) as Measurement[];
        const shown = rows
          .filter(({ at }) => at >= range.from && at < range.to)
          .map(({ values, ...row }) => ({
            ...row,
            values: columns.map((column) => values[column] ?? null),
          }))
          .filter(({ values }) => hasValue(values));
        if (shown.length > 0) yield shown;
      }
    },
  };
}

async function cacheRows(
  source: VehicleSource,
  vehicleId: string,
  groups: readonly (readonly string[])[],
  range: TimeRange,
  scratch: ScratchFile,
): Promise<Page[][]> {
  const names = [...new Set(groups.flat())];
  const cached = groups.map((group) => ({
    columns: group.map((name) => names.indexOf(name)),
    rows: [] as Measurement[],
    pages: [] as Page[],
  }));
  const flush = async ({ rows, pages }: (typeof cached)[number]) => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    pages.push({ first: first.at, last: last.at, ...(await scratch.append(rows)) });
    rows.length = 0;
  };
  for await (const batch of source.stream(vehicleId, names, range))
    for (const group of cached) {
      for (const { values, ...row } of batch) {
        const own = group.columns.map((column) => values[column] ?? null);
        if (hasValue(own)) group.rows.push({ ...row, values: own });
      }
      if (group.rows.length * group.columns.length >= PAGE) await flush(group);
    }
  for (const group of cached) await flush(group);
  return cached.map(({ pages }) => pages);
}

const hasValue = (values: readonly Value[]) => values.some((value) => value !== null);
