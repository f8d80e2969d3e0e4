import { type Signal, signalNamed, signalsOf } from '#contract/data-catalogue.ts';
import type { DataType } from '#contract/data-types.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { MINUTE } from '#lib/words/durations.ts';
import type { ScratchFile, ScratchPlace } from '#server/platform/storage/scratch-file.ts';
import {
  ARRIVAL,
  type DataOrigin,
  type Measurement,
  type SourceFaults,
  type Value,
  type Vehicle,
  type VehicleSource,
} from '#server/vehicles/vehicle-source.ts';
import { MASKED_INTERVAL } from './masked-calendar.ts';
import type { Mask } from './masking.ts';
import { type Absence, ReportNotes } from './report-notes.ts';
import { isLeftOut, type ReportRequest } from './report-request.ts';

/** Delivered values of one signal. Times are those that the report shows, in ms since the epoch. */
export interface Tally {
  values: number;
  first: number | null;
  last: number | null;
  /** Number of integers beyond ±2^53, which the source may have rounded. */
  inexact: number;
  /** Number of time stamps that the source truncated to milliseconds. */
  cutTimes: number;
}

export interface Delivery {
  dataType: DataType;
  signals: readonly Signal[];
  hasArrivals?: boolean;
  tallies: Map<string, Tally>;
}

/** Returns a delivery whose signals have no values yet. */
export function newDelivery({
  dataType,
  signals,
  hasArrivals = false,
}: Omit<Delivery, 'tallies'>): Delivery {
  const tallies = new Map(signals.map(({ name }) => [name, noValues()]));
  return { dataType, signals, hasArrivals, tallies };
}

const CACHED_ROWS = 2000;
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

export type RequestedData = ReturnType<typeof requestedData>;

export function requestedData(
  source: VehicleSource,
  request: ReportRequest,
  mask: Mask,
  scratch: ScratchFile | null = null,
) {
  const { vehicleId, parts, from, to, extent } = request;
  /** Null for several vehicles, and in masked reports, which do not name the vehicle. */
  const namedVehicle = mask.level === null ? vehicleId : null;
  /** Attributes left out because they belong to the vehicle's new user. Set by `plan`. */
  const newUsers = new Set<string>();
  const absences = new Map<string, Absence>();
  const notes = new ReportNotes();
  const faults: SourceFaults = source.faults ?? { rejected: new Map(), repeated: 0 };
  const maskedPages = new Map<string, ScratchPlace[]>();
  let shuffled: readonly Vehicle[] | null = null;

  async function* fleet(): AsyncGenerator<Vehicle> {
    for await (const vehicle of source.all())
      if (!extent || extent.models.includes(vehicle.name)) yield vehicle;
  }

  /** Sorts by pseudonym, because the order of the source would link the vehicles of two reports. */
  async function shuffledFleet(): Promise<Vehicle[]> {
    const pseudonyms = new Map<string, Vehicle>();
    for await (const vehicle of fleet()) pseudonyms.set(mask.vin(vehicle.vin), vehicle);
    return [...pseudonyms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, vehicle]) => vehicle);
  }

  async function* vehicles(): AsyncGenerator<Vehicle> {
    if (vehicleId !== null) {
      const vehicle = await source.find(vehicleId);
      if (vehicle) yield vehicle;
    } else if (mask.level === null) yield* fleet();
    else {
      shuffled ??= await shuffledFleet();
      yield* shuffled;
    }
  }

  async function attributesOf(vehicle: Vehicle): Promise<Record<string, Value>> {
    const all = Object.entries(await source.attributes(vehicle.vehicleId));
    const delivered = all.filter(([name]) => !isNewUsers(request, name));
    for (const [name, value] of all)
      if (value !== null && isNewUsers(request, name)) newUsers.add(name);
    return { ...Object.fromEntries(delivered), 'Vehicle.VehicleIdentification.VIN': vehicle.vin };
  }

  async function countAll(): Promise<{ vehicles: number; values: Map<string, number> }> {
    const values = new Map<string, number>();
    const wanted = request.dataTypes.flatMap(signalsOf).map(({ name }) => name);
    const add = (name: string, count: number) => values.set(name, (values.get(name) ?? 0) + count);
    let found = 0;
    for await (const vehicle of vehicles()) {
      found++;
      const attributes = await attributesOf(vehicle);
      for (const part of parts) {
        const counts = await source.counts(vehicle.vehicleId, wanted, part);
        for (const [name, count] of counts) add(name, count);
      }
      for (const name of wanted) if ((attributes[name] ?? null) !== null) add(name, 1);
    }
    return { vehicles: found, values };
  }

  async function explainAbsences(present: ReadonlyMap<string, number>): Promise<void> {
    const missing = request.dataTypes
      .flatMap(signalsOf)
      .map(({ name }) => name)
      .filter((name) => !present.has(name));
    for (const name of missing) absences.set(name, 'neverRecorded');
    const markRecorded = (name: string) => {
      if (absences.get(name) === 'neverRecorded') absences.set(name, 'notRecorded');
    };
    const isWhole = parts.every((part) => part.from === from && part.to === to);
    for await (const { vehicleId } of vehicles()) {
      for (const part of parts) notes.add(vehicleId, await source.notes(vehicleId, part));
      if (missing.length === 0) continue;
      const ever = { from: FIRST_INSTANT, to: Math.max(to, request.approvedAt) };
      for (const name of (await source.counts(vehicleId, missing, ever)).keys()) markRecorded(name);
      // Values that an import rejected count as recorded.
      for (const { name, kind } of await source.notes(vehicleId, ever))
        if (kind === 'outOfRange' || kind === 'leftOut') markRecorded(name);
      if (isWhole) continue;
      for (const name of (await source.counts(vehicleId, missing, { from, to })).keys())
        absences.set(name, 'notEntitled');
    }
  }

  function refineAbsences(vehicles: number): void {
    const first = Math.min(...parts.map((part) => part.from));
    for (const [name, absence] of absences) {
      if (absence === 'notEntitled') continue;
      const noted = notes.absenceOf(name, { from: first, vehicles });
      // Data before `retainedSince` were deleted, and may have contained the signal.
      const isUnknown = absence === 'neverRecorded' && notes.retainedSince !== null;
      absences.set(name, noted ?? (isUnknown ? 'notRecorded' : absence));
    }
  }

  async function hasArrivalTimes(): Promise<boolean> {
    if (namedVehicle === null) return false;
    for (const part of parts) if (await source.hasArrivals(namedVehicle, part)) return true;
    return false;
  }

  const downsampledTo = (names: readonly string[]) =>
    downsampled(
      names.map((name) =>
        name === ARRIVAL ? 0 : Math.max(extent?.interval ?? 0, mask.interval(name)),
      ),
    );

  async function* measured(
    vehicle: Vehicle,
    names: readonly string[],
  ): AsyncGenerator<Measurement[]> {
    if (mask.level !== null) {
      const key = JSON.stringify([vehicle.vehicleId, names]);
      const pages = maskedPages.get(key) ?? (await writeMasked(vehicle, names));
      maskedPages.set(key, pages);
      for (const page of pages) yield (await scratch?.read(page)) as Measurement[];
      return;
    }
    const downsample = downsampledTo(names);
    for (const part of parts)
      for await (const batch of source.stream(vehicle.vehicleId, names, part))
        yield batch
          .map(({ values, ...row }) => ({ ...row, values: downsample(row.at, values, values) }))
          .filter(({ values }) => hasValue(values));
  }

  /**
   * Writes the rows of a masked report to a scratch file and returns the pages in the order of the
   * masked calendar. Reads the source once, in chronological order: one read per piece would take
   * minutes for a range of many years.
   */
  async function writeMasked(vehicle: Vehicle, names: readonly string[]): Promise<ScratchPlace[]> {
    if (!scratch) throw new Error('A masked report needs a scratch file');
    const pieces = await mask.pieces(source, vehicle, parts);
    const pages = new Map(pieces.map((piece) => [piece, [] as ScratchPlace[]]));
    const inTime = pieces.toSorted((a, b) => a.range.from - b.range.from).values();
    const downsample = downsampledTo(names);
    // The shown intervals differ from those of `downsample`, which are the same in every report:
    // otherwise, many reports together would show all values.
    const once = downsampled(names.map(() => MASKED_INTERVAL));
    let piece = inTime.next().value;
    let show = piece?.values(names);
    let rows: Measurement[] = [];
    const flush = async () => {
      if (piece && rows.length > 0) pages.get(piece)?.push(await scratch.append(rows));
      rows = [];
    };
    for (const part of parts)
      for await (const batch of source.stream(vehicle.vehicleId, names, part))
        for (const { at, values, ...row } of batch) {
          while (piece && at >= piece.range.to) {
            await flush();
            piece = inTime.next().value;
            show = piece?.values(names);
          }
          if (!piece || !show || at < piece.range.from) continue;
          const shownAt = piece.instant(at);
          const sampled = downsample(at, values, show(values));
          const shown = once(shownAt, sampled, sampled);
          if (hasValue(shown)) rows.push({ ...row, at: shownAt, values: shown });
          if (rows.length >= CACHED_ROWS) await flush();
        }
    await flush();
    return pieces.flatMap((each) => pages.get(each) ?? []);
  }

  return {
    newUsers,
    absences,
    notes,
    faults,
    vehicles,
    count: countAll,
    unplanned: () => request.dataTypes.map((dataType) => newDelivery({ dataType, signals: [] })),

    async plan(): Promise<Delivery[]> {
      const counted = await countAll();
      await explainAbsences(counted.values);
      refineAbsences(counted.vehicles);
      const hasArrivals = await hasArrivalTimes();
      const isPresent = (name: string) =>
        counted.values.has(name) && !mask.withheld.has(name) && !isLeftOut(request, name);
      return request.dataTypes.map((dataType) => {
        const signals = signalsOf(dataType).filter(({ name }) => isPresent(name));
        return newDelivery({ dataType, signals, hasArrivals });
      });
    },

    async imports(): Promise<DataOrigin[] | null> {
      if (namedVehicle === null) return null;
      const found = await Promise.all(parts.map((part) => source.imports(namedVehicle, part)));
      if (found.includes(null)) return null;
      const files = found.flatMap((all) => all ?? []);
      return files.filter((file, index) => files.findIndex((each) => isSame(each, file)) === index);
    },

    async vssRelease(): Promise<string | null> {
      if (namedVehicle === null) return null;
      const attributes = await source.attributes(namedVehicle);
      const [major, minor, patch, label] = ['Major', 'Minor', 'Patch', 'Label'].map(
        (part) => attributes[`Vehicle.VersionVSS.${part}`] ?? null,
      );
      if (major === null) return null;
      return `${major}.${minor ?? 0}.${patch ?? 0}${label ? `-${label}` : ''}`;
    },

    /**
     * Returns the rows of one data type: first attributes, which have no time, then measurements.
     * Columns: the vehicle if there are several, time stamp, arrival (`hasArrivals`), signals.
     */
    async *rows(delivery: Delivery): AsyncGenerator<Row[]> {
      const names = delivery.signals.map(({ name }) => name);
      const tallies = names.map((name) => delivery.tallies.get(name) as Tally);
      const [timeOf, arrivalOf] = [utcTexts(), utcTexts()];
      for await (const vehicle of vehicles()) {
        const lead = vehicleId === null ? [mask.vin(vehicle.vin)] : [];
        const attributes = await attributesOf(vehicle);
        const fixed = mask.fixed(names)(names.map((name) => attributes[name] ?? null));
        if (hasValue(fixed)) {
          count(tallies, fixed, null);
          yield [[...lead, null, ...(delivery.hasArrivals ? [null] : []), ...fixed]];
        }
        if (delivery.hasArrivals) {
          for await (const batch of measured(vehicle, [ARRIVAL, ...names]))
            yield batch.flatMap(({ at, values: [arrived, ...values], isCut }) => {
              if (!hasValue(values)) return [];
              count(tallies, values, at, isCut);
              return [[...lead, timeOf(at), arrivalOf(arrived), ...values]];
            });
          continue;
        }
        for await (const batch of measured(vehicle, names))
          yield batch.map(({ at, values, isCut = false }) => {
            count(tallies, values, at, isCut);
            return [...lead, timeOf(at), ...values];
          });
      }
    },
  };
}

/**
 * Returns a function that formats ms since the epoch like `Date.toISOString`, several times as fast for
 * instants of the same minute.
 */
function utcTexts(): (at: Value | undefined) => string | null {
  let minute = Number.NaN;
  let start = '';
  return (at) => {
    if (typeof at !== 'number') return null;
    if (!(at >= minute && at < minute + MINUTE)) {
      minute = Math.floor(at / MINUTE) * MINUTE;
      start = new Date(minute).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:'.length);
    }
    const digits = String(1e5 + Math.floor(at - minute));
    return `${start}${digits.slice(1, 3)}.${digits.slice(3)}Z`;
  };
}

const isSame = (a: DataOrigin, b: DataOrigin) =>
  a.kind === b.kind && a.name === b.name && a.importedAt === b.importedAt;

const hasValue = (values: readonly Value[]) => values.some((value) => value !== null);

function count(
  tallies: readonly Tally[],
  values: readonly Value[],
  at: number | null,
  isCut = false,
): void {
  for (const [index, tally] of tallies.entries()) {
    if ((values[index] ?? null) === null) continue;
    tally.values++;
    const value = values[index];
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) tally.inexact++;
    if (isCut) tally.cutTimes++;
    if (at === null) continue;
    tally.first = Math.min(tally.first ?? at, at);
    tally.last = Math.max(tally.last ?? at, at);
  }
}

/** Personal attributes, such as the number plate, belong to the vehicle's current user. */
function isNewUsers({ linkEndedAt }: ReportRequest, name: string): boolean {
  return linkEndedAt !== null && signalNamed(name)?.personal === true;
}

const noValues = (): Tally => ({ values: 0, first: null, last: null, inexact: 0, cutTimes: 0 });

/**
 * Keeps each signal's first value in every interval (ms, from the epoch); 0 keeps all. If masking
 * hides the first value, shows none, because the next one would reveal where the hidden area ends.
 */
function downsampled(
  intervals: readonly number[],
): (at: number, values: readonly Value[], shown: readonly Value[]) => readonly Value[] {
  if (intervals.every((interval) => interval === 0)) return (_at, _values, shown) => shown;
  const lastIntervals: number[] = [];
  return (at, values, shown) =>
    values.map((value, column) => {
      const interval = Math.floor(at / (intervals[column] || 1));
      if (value === null || lastIntervals[column] === interval) return null;
      lastIntervals[column] = interval;
      return shown[column] ?? null;
    });
}
