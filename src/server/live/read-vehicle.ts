import type * as z from 'zod/mini';
import { allSignals, type Signal, signalsOf } from '#contract/data-catalogue.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { AbsenceReason, LiveVehicle, latestValue, signalEntry } from '#contract/live/calls.ts';
import type {
  LiveSample,
  LiveSource,
  SignalNote,
  Value,
  VehicleSource,
} from '#server/vehicles/vehicle-source.ts';
import { isGranted, type LiveAccess } from './granted-signals.ts';

const VIN = 'Vehicle.VehicleIdentification.VIN';

export const instant = (at: number) => new Date(at).toISOString();
const instantOrNull = (at: number | null) => (at === null ? null : instant(at));

export interface Sources {
  live: LiveSource;
  stored: VehicleSource;
}

/** Returns the part of the link's time that has passed; `to` is exclusive. */
export const openRange = ({ from, until }: LiveAccess, now: number) => ({
  from,
  to: Math.min(until, now + 1),
});

export async function readVehicle(
  sources: Sources,
  access: LiveAccess,
  now: number,
): Promise<LiveVehicle> {
  const [contact, span] = await Promise.all([
    readContact(sources.live, access),
    sources.stored.span(access.sourceVehicleId, openRange(access, now)),
  ]);
  const { first = null, last = null } = span ?? {};
  return {
    id: access.vehicleId,
    name: access.vehicleName,
    ...contact,
    data: first !== null && last !== null ? { from: instant(first), to: instant(last) } : null,
  };
}

export async function readContact(live: LiveSource, { sourceVehicleId, from, until }: LiveAccess) {
  const { state, lastContactAt } = await live.contact(sourceVehicleId, { from, to: until });
  return { state, lastContactAt: instantOrNull(lastContactAt) };
}

type LatestValue = z.infer<typeof latestValue>;
type SignalEntry = z.infer<typeof signalEntry>;

export async function readLatest(
  sources: Sources,
  access: LiveAccess,
  signals: readonly Signal[],
): Promise<LatestValue[]> {
  const granted = signals.filter(({ name }) => isGranted(access, name)).map(({ name }) => name);
  const samples =
    granted.length > 0 ? await sources.live.latest(access.sourceVehicleId, granted) : [];
  const byName = new Map(samples.map((sample) => [sample.signal, sample]));
  const missing = granted.filter((name) => !byName.has(name));
  const facts = missing.length > 0 ? await factsOf(sources.stored, access, missing) : null;
  return signals.map((signal) => {
    const { name } = signal;
    const sample = byName.get(name);
    if (sample && isInLink(access, sample)) return { ...sampleOf(sample), reason: null };
    const attribute = isGranted(access, name) ? (facts?.attributes[name] ?? null) : null;
    const entry = { signal: name, unit: signal.unit || null, capturedAt: null, receivedAt: null };
    if (attribute !== null) return { ...entry, value: attribute, reason: null };
    return { ...entry, value: null, reason: reasonOf(access, name, sample, facts?.notes ?? []) };
  });
}

/** Lists the whole catalogue, so that a developer sees what other data types would add. */
export async function readSignals(sources: Sources, access: LiveAccess): Promise<SignalEntry[]> {
  const [latest, intervals] = await Promise.all([
    readLatest(sources, access, allSignals()),
    sources.stored.intervals(access.sourceVehicleId),
  ]);
  const byName = new Map(latest.map((value) => [value.signal, value]));
  return dataTypes.flatMap((dataType) =>
    signalsOf(dataType).map(({ name, unit, value: type, min, max, values, sampling }) => ({
      signal: name,
      dataType,
      unit: unit || null,
      type,
      min: min ?? null,
      max: max ?? null,
      values: values ? [...values] : null,
      interval: secondsOf(intervals.get(name) ?? sampling),
      lastCapturedAt: byName.get(name)?.capturedAt ?? null,
      reason: byName.get(name)?.reason ?? null,
    })),
  );
}

const secondsOf = (ms: number | undefined) => (ms === undefined ? null : ms / 1000);

export const isInLink = ({ from, until }: LiveAccess, { capturedAt }: LiveSample) =>
  capturedAt >= from && capturedAt < until;

export const sampleOf = ({ signal, value, unit, capturedAt, receivedAt }: LiveSample) => ({
  signal,
  value,
  unit,
  capturedAt: instant(capturedAt),
  receivedAt: instantOrNull(receivedAt),
});

interface Facts {
  attributes: Record<string, Value>;
  notes: readonly SignalNote[];
}

async function factsOf(
  source: VehicleSource,
  { vin, sourceVehicleId, from, until }: LiveAccess,
  missing: readonly string[],
): Promise<Facts> {
  const isIdentity = signalsOf('identity').some(({ name }) => missing.includes(name));
  const [attributes, notes] = await Promise.all([
    isIdentity ? source.attributes(sourceVehicleId) : {},
    source.notes(sourceVehicleId, { from, to: until }),
  ]);
  return { attributes: { ...attributes, [VIN]: vin }, notes };
}

const reasonOfNote: Partial<Record<SignalNote['kind'], AbsenceReason>> = {
  notEquipped: 'notEquipped',
  notKept: 'notKept',
  outOfRange: 'outOfRange',
};

function reasonOf(
  access: LiveAccess,
  name: string,
  sample: LiveSample | undefined,
  notes: readonly SignalNote[],
): AbsenceReason {
  if (!isGranted(access, name)) return 'notGranted';
  if (sample) return 'outsideLink';
  const own = notes.filter((note) => note.name === name || note.name === '');
  for (const [kind, reason] of Object.entries(reasonOfNote))
    if (own.some((note) => note.kind === kind)) return reason;
  return 'notReceived';
}
