import { codes } from '#contract/codes.ts';
import { allSignals, isPersonal, signalsOf } from '#contract/data-catalogue.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Caller } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { rangesWithin } from '#server/vehicles/link-times.ts';
import { linkedVehicle, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import type { LinkedVehicle, TimeRange } from '#server/vehicles/vehicle-source.ts';

type Call = typeof endpoints.dataTypeOptions;

/**
 * The categories with their signals and, for a vehicle and a range, how much there is of each.
 * @throws {ApiError} `vehicleNotLinked`, or `invalid` when the range is none
 */
export async function dataTypeOptions(
  services: Services,
  { vehicleId, from, to }: InputOf<Call>,
  { account, language }: Caller<Account>,
): Promise<DataOf<Call>> {
  const vehicle = vehicleId ? await linkedVehicle(services, account, vehicleId) : null;
  const range = from && to ? rangeOf(from, to) : null;
  const counts = vehicle && range ? await countValues(services, vehicle, range) : null;
  return dataTypes.map((type) => {
    const counted = signalsOf(type).map(({ name, unit, personal }) => ({
      name,
      unit,
      personal,
      values: counts && (counts.measured.get(name) ?? 0) + Number(counts.fixed.has(name)),
    }));
    return {
      type,
      label: wordsOf(language)(dataTypeNames[type]),
      personal: isPersonal(type),
      // A row holds one value of a signal at most: there are this many rows at least.
      rows: counts && Math.max(...counted.map(({ values }) => values ?? 0)),
      signals: counted,
    };
  });
}

/** @throws {ApiError} `invalid` when it does not begin before it ends */
export function rangeOf(from: string, to: string): TimeRange {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.from >= range.to)
    throw new ApiError(codes.invalid, { fields: [{ field: 'to', problem: 'range' }] });
  return range;
}

/** Values a signal of the time the vehicle was linked, and the signals that do not change. */
export async function countValues(
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
