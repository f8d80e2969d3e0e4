import { codes } from '#contract/codes.ts';
import { signalsOf } from '#contract/data-catalogue.ts';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { rangesWithin } from '#server/vehicles/link-times.ts';
import { linkedVehicle, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import type { Coverage, LinkedVehicle, TimeRange } from '#server/vehicles/vehicle-source.ts';
import { countValues, rangeOf } from './data-type-options.ts';
import { ownApplication } from './records.ts';

type Call = typeof endpoints.dataCoverage;

/** Bytes of a report by its rows and values, measured of encrypted workbooks of random values. */
const BYTES_PER_ROW = 10;
const BYTES_PER_VALUE = 6;

/**
 * What there is of the vehicle of an own application, within the time of its link.
 * @throws {ApiError} `notFound`, `notAllowedNow` of one for no vehicle, `vehicleNotLinked`, or
 * `invalid` when the range is none
 */
export async function dataCoverage(
  services: Services,
  { applicationNumber, from, to }: InputOf<Call>,
  account: Account,
): Promise<DataOf<Call>> {
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

/** First and last data of the time of the link so far; null where the source does not say. */
export async function spanOf(services: Services, { vehicleId, times }: LinkedVehicle) {
  const source = vehicleSource(services);
  const parts = rangesWithin({ from: 0, to: services.now() }, times);
  const spans = await Promise.all(parts.map((part) => source.span(vehicleId, part)));
  const told = spans.filter((span) => span !== null);
  if (told.length < spans.length) return null;
  return {
    first: least(told.map(({ first }) => first)),
    last: greatest(told.map(({ last }) => last)),
  };
}

async function coverageOf(
  services: Services,
  vehicle: LinkedVehicle,
  range: TimeRange,
): Promise<TypeCoverage[]> {
  const source = vehicleSource(services);
  const parts = rangesWithin(range, vehicle.times);
  const covered: Coverage[][] = [];
  const groups = dataTypes.map((type) => signalsOf(type).map(({ name }) => name));
  for (const part of parts) covered.push(await source.coverage(vehicle.vehicleId, groups, part));
  const { measured, fixed } = await countValues(services, vehicle, range);
  return dataTypes.map((type, index) =>
    typeCoverage(type, parts.length === 0 ? [none] : covered.map((all) => all[index] ?? none), {
      measured,
      // Of a time without a link nothing is delivered.
      fixed: parts.length === 0 ? new Set() : fixed,
    }),
  );
}

const none: Coverage = {
  rows: 0,
  first: null,
  last: null,
  gaps: { count: 0, longest: 0, beyond: 0 },
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
  // What does not change is a row of its own, without a time.
  const fixedRows = Number(names.some((name) => fixed.has(name)));
  const rows = sum(parts.map((part) => part.rows));
  // A row holds one value of a signal at most.
  const mostValues = Math.max(...names.map((name) => measured.get(name) ?? 0));
  const leastRows = fixedRows + (rows ?? mostValues);
  const values = signals.reduce((count, signal) => count + signal.values, 0);
  return {
    type,
    rows: rows === null ? null : rows + fixedRows,
    leastRows,
    first: least(parts.map(({ first }) => first)),
    last: greatest(parts.map(({ last }) => last)),
    gaps: gapsOf(parts.map(({ gaps }) => gaps)),
    bytes: leastRows * BYTES_PER_ROW + values * BYTES_PER_VALUE,
    signals,
  };
}

/** Gaps of parts of the time, each beyond its own usual interval. */
function gapsOf(parts: readonly Coverage['gaps'][]): Coverage['gaps'] {
  const told = parts.filter((gaps) => gaps !== null);
  if (told.length < parts.length) return null;
  return {
    count: told.reduce((count, gaps) => count + gaps.count, 0),
    longest: Math.max(...told.map(({ longest }) => longest)),
    beyond: Math.min(...told.map(({ beyond }) => beyond)),
  };
}

/** Null when one of them is not known. */
function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);
}

const known = (instants: readonly (number | null)[]) => instants.filter((at) => at !== null);

function least(instants: readonly (number | null)[]): number | null {
  return known(instants).length > 0 ? Math.min(...known(instants)) : null;
}

function greatest(instants: readonly (number | null)[]): number | null {
  return known(instants).length > 0 ? Math.max(...known(instants)) : null;
}
