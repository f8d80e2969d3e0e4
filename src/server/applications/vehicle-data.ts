import { codes } from '#contract/codes.ts';
import { allSignals, isPersonal, signalNamed, signalsOf } from '#contract/data-catalogue.ts';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { DAY } from '#lib/words/durations.ts';
import { isLinkedAt } from '#machines/link.ts';
import { ownApplication } from '#server/applications/application-row.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { rangesWithin } from '#server/vehicles/link-times.ts';
import {
  linkedVehicle,
  vehicleEverLinked,
  vehicleSource,
} from '#server/vehicles/linked-vehicles.ts';
import type { Coverage, LinkedVehicle, TimeRange, Value } from '#server/vehicles/vehicle-source.ts';

/** Estimated bytes per row and per value, measured on encrypted workbooks of random values. */
const BYTES_PER_ROW = 10;
const BYTES_PER_VALUE = 6;

export async function dataCoverage(
  services: Services,
  { applicationNumber, from, to }: InputOf<typeof endpoints.dataCoverage>,
  account: Account,
): Promise<DataOf<typeof endpoints.dataCoverage>> {
  const row = await ownApplication(services, account, applicationNumber);
  if (row.vehicle_id === null)
    throw new ApiError(codes.notAllowedNow, { revision: row.revision, state: row.state });
  const range = from && to ? rangeOf(from, to) : null;
  const vehicle = await linkedVehicle(services, account, row.vehicle_id);
  return {
    entitled: vehicle.times,
    span: await spanOf(services, vehicle),
    types: range && (await coverageOf(services, vehicle, range)),
  };
}

export async function spanOf(services: Services, { vehicleId, times }: LinkedVehicle) {
  const source = vehicleSource(services);
  const parts = rangesWithin({ from: 0, to: services.now() }, times);
  const spans = await Promise.all(parts.map((part) => source.span(vehicleId, part)));
  const reported = spans.filter((span) => span !== null);
  if (reported.length < spans.length) return null;
  return endsOf(reported);
}

async function coverageOf(
  services: Services,
  vehicle: LinkedVehicle,
  range: TimeRange,
): Promise<TypeCoverage[]> {
  const source = vehicleSource(services);
  // Time in the future is not a gap.
  const past = { ...range, to: Math.min(range.to, services.now()) };
  const parts = rangesWithin(past, vehicle.times);
  const covered: Coverage[][] = [];
  const groups = dataTypes.map((type) => signalsOf(type).map(({ name }) => name));
  for (const part of parts) covered.push(await source.coverage(vehicle.vehicleId, groups, part));
  const { measured, fixed } = await countValues(services, vehicle, range);
  return dataTypes.map((type, index) =>
    typeCoverage(type, parts.length === 0 ? [none] : covered.map((all) => all[index] ?? none), {
      measured,
      fixed: parts.length === 0 ? new Set() : fixed,
    }),
  );
}

const none: Coverage = {
  rows: 0,
  first: null,
  last: null,
  gaps: { count: 0, longest: 0, beyond: 0 },
  days: { withData: 0, all: 0 },
  periods: [],
};

function typeCoverage(
  type: DataType,
  parts: readonly Coverage[],
  { measured, fixed }: { measured: ReadonlyMap<string, number>; fixed: ReadonlySet<string> },
): TypeCoverage {
  const names = signalsOf(type).map(({ name }) => name);
  const signals = names.map((name) => ({
    name,
    values: (measured.get(name) ?? 0) + Number(fixed.has(name)),
  }));
  // Attributes fill one additional row, which has no time.
  const fixedRows = Number(names.some((name) => fixed.has(name)));
  const rows = sum(parts.map((part) => part.rows));
  const mostValues = Math.max(...names.map((name) => measured.get(name) ?? 0));
  const leastRows = fixedRows + (rows ?? mostValues);
  const values = signals.reduce((count, signal) => count + signal.values, 0);
  return {
    type,
    rows: rows === null ? null : rows + fixedRows,
    leastRows,
    ...endsOf(parts),
    ...gapsAndDays(parts),
    periods: parts.every(({ periods }) => periods)
      ? parts.flatMap(({ periods }) => periods ?? [])
      : null,
    bytes: leastRows * BYTES_PER_ROW + values * BYTES_PER_VALUE,
    signals,
  };
}

export function gapsAndDays(parts: readonly Coverage[]): Pick<Coverage, 'gaps' | 'days'> {
  const gaps = parts.map((part) => part.gaps).filter((part) => part !== null);
  const days = parts.map((part) => part.days).filter((part) => part !== null);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  return {
    gaps:
      gaps.length < parts.length
        ? null
        : {
            count: total(gaps.map(({ count }) => count)),
            longest: Math.max(...gaps.map(({ longest }) => longest)),
            beyond: Math.min(...gaps.map(({ beyond }) => beyond)),
          },
    days:
      days.length < parts.length
        ? null
        : {
            withData: total(days.map(({ withData }) => withData)),
            all: total(days.map(({ all }) => all)),
          },
  };
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);
}

function endsOf(spans: readonly Pick<Coverage, 'first' | 'last'>[]) {
  const firsts = spans.flatMap(({ first }) => first ?? []);
  const lasts = spans.flatMap(({ last }) => last ?? []);
  return {
    first: firsts.length > 0 ? Math.min(...firsts) : null,
    last: lasts.length > 0 ? Math.max(...lasts) : null,
  };
}

export function dataTypeOptions(language: Language): DataOf<typeof endpoints.dataTypeOptions> {
  return dataTypes.map((type) => ({
    type,
    label: wordsOf(language)(dataTypeNames[type]),
    personal: isPersonal(type),
    signals: signalsOf(type).map(({ name, unit, personal }) => ({ name, unit, personal })),
  }));
}

function rangeOf(from: string, to: string): TimeRange {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.from >= range.to) throw invalid('to', 'range');
  return range;
}

async function countValues(
  services: Services,
  { vehicleId, vin, times }: LinkedVehicle,
  range: TimeRange,
): Promise<{ measured: Map<string, number>; fixed: Set<string> }> {
  const source = vehicleSource(services);
  const names = allSignals().map(({ name }) => name);
  const measured = new Map<string, number>();
  for (const part of rangesWithin(range, times))
    for (const [name, count] of await source.counts(vehicleId, names, part))
      measured.set(name, (measured.get(name) ?? 0) + count);
  const attributes = await source.attributes(vehicleId);
  const values = { ...attributes, 'Vehicle.VehicleIdentification.VIN': vin };
  const fixed = Object.entries(values).filter(([, value]) => value !== null);
  return { measured, fixed: new Set(fixed.map(([name]) => name)) };
}

const ODOMETER = 'Vehicle.TraveledDistance';
const METRES_PER_UNIT: Readonly<Record<string, number>> = { m: 1, km: 1000 };

export async function ownVehicle(
  services: Services,
  { vehicleId }: InputOf<typeof endpoints.ownVehicle>,
  account: Account,
): Promise<DataOf<typeof endpoints.ownVehicle>> {
  const vehicle = await vehicleEverLinked(services, account, vehicleId);
  const attributes = await vehicleSource(services).attributes(vehicleId);
  const attribute = (name: string) => attributes[`Vehicle.VehicleIdentification.${name}`] ?? null;
  const isLinked = isLinkedAt(vehicle.times, services.now());
  const span = isLinked ? await spanOf(services, vehicle) : null;
  return {
    vehicleId,
    vin: vehicle.vin,
    name: vehicle.name,
    model: textOf(attribute('Model')),
    year: typeof attribute('Year') === 'number' ? Number(attribute('Year')) : null,
    bodyType: textOf(attribute('BodyType') ?? attributes['Vehicle.Body.BodyType'] ?? null),
    colour: textOf(attribute('VehicleExteriorColor')),
    odometer: span?.last ? await readingOf(services, vehicle, span.last) : null,
    span,
  };
}

const textOf = (value: Value) => (typeof value === 'string' && value ? value : null);

async function readingOf(
  services: Services,
  { vehicleId, times }: LinkedVehicle,
  last: number,
): Promise<{ metres: number; at: number } | null> {
  const metresPerUnit = METRES_PER_UNIT[signalNamed(ODOMETER)?.unit ?? ''] ?? 1;
  const linkedFrom = times.findLast(({ from }) => from <= last)?.from ?? 0;
  // Looks back further if needed: a car that charges for days sends no odometer.
  for (const days of [1, 30, 365]) {
    const range = { from: Math.max(last - days * DAY, linkedFrom), to: last + 1 };
    let reading = null;
    for await (const batch of vehicleSource(services).stream(vehicleId, [ODOMETER], range))
      for (const { at, values } of batch)
        if (typeof values[0] === 'number') reading = { metres: values[0] * metresPerUnit, at };
    if (reading || range.from === linkedFrom) return reading;
  }
  return null;
}
