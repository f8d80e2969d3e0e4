import * as z from 'zod/mini';
import { email, visible } from '#contract/fields.ts';
import { SECOND } from '#lib/words/durations.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { isNoteOf } from './signal-notes.ts';
import {
  type Coverage,
  noteKinds,
  type SignalNote,
  type TimeRange,
  type Value,
} from './vehicle-source.ts';

const name = z.string().check(z.maxLength(300));
const instant = z.iso.datetime({ offset: true });
const count = z.int().check(z.nonnegative());
/**
 * A number, text, flag, or (in a row) null. `ReceivedFaults` leaves out and counts a value of another
 * type.
 */
export const valueInRow = z.unknown() as z.ZodMiniType<Value>;
export const valueOfSample = z.unknown() as z.ZodMiniType<Value>;

export const vehicleAnswer = z.object({
  vehicleId: name,
  vin: name,
  name: name.check(visible()),
});

/** NDJSON line with one link of an account. A null time means no start or no end. */
export const linkLine = z.extend(vehicleAnswer, {
  linkedFrom: z.nullable(instant),
  linkedUntil: z.nullable(instant),
  onBehalfOf: z.optional(z.nullable(email())),
});

export const attributesAnswer = z.record(z.string(), valueInRow);
export const countsAnswer = z.record(z.string(), count);

/** NDJSON line of telemetry: values by VSS name, the units, or (last line) the number of rows. */
export const telemetryLine = z.union([
  z.object({ at: instant, values: z.record(z.string(), valueInRow) }),
  z.object({ end: z.literal(true), rows: z.number() }),
  z.object({ units: z.record(z.string(), z.string()) }),
]);

/** In coverage and notes, a missing or null field means «unknown». */
function optional<S extends z.ZodMiniType>(schema: S) {
  return z.optional(z.nullable(schema));
}

const sample = z.object({
  signal: name,
  value: valueOfSample,
  capturedAt: instant,
  receivedAt: instant,
});

const MAX_CHANGES = 500;

export const latestAnswer = z.array(sample).check(z.maxLength(10_000));
export const changesLine = z.object({
  samples: z.array(sample).check(z.maxLength(MAX_CHANGES)),
  cursor: z.string().check(z.minLength(1), z.maxLength(200)),
});

const duration = z.number().check(z.nonnegative());
export const coverageAnswer = z.object({
  rows: optional(count),
  first: optional(instant),
  last: optional(instant),
  gaps: optional(z.object({ count, longest: duration, beyond: duration })),
});

/** A note without a name is about all signals. */
export const notesAnswer = z
  .array(
    z.object({
      kind: z.enum(noteKinds),
      name: z.optional(name),
      count: optional(count),
      first: optional(instant),
      last: optional(instant),
    }),
  )
  .check(z.maxLength(10_000));

export function checked<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new BackendError(
    'notAgreed',
    `Invalid response of the vehicle back end: ${z.prettifyError(parsed.error)}`,
  );
}

export const unknownCoverage: Coverage = {
  rows: null,
  first: null,
  last: null,
  gaps: null,
  days: null,
  periods: null,
};

export function coverageFrom(
  { rows = null, first, last, gaps }: z.output<typeof coverageAnswer>,
  { from, to }: TimeRange,
): Coverage {
  const [begin, end] = [parseInstant(first), parseInstant(last)];
  if (begin !== null && end !== null && begin > end)
    throw new BackendError('outOfOrder', 'The coverage ends before it begins');
  for (const at of [begin, end])
    if (at !== null && (at < from || at >= to))
      throw new BackendError('outOfTime', 'The coverage is outside the requested time');
  return {
    rows,
    first: begin,
    last: end,
    gaps: gaps
      ? { count: gaps.count, longest: gaps.longest * SECOND, beyond: gaps.beyond * SECOND }
      : null,
    days: null,
    periods: null,
  };
}

export function notesFrom(notes: z.output<typeof notesAnswer>, range: TimeRange): SignalNote[] {
  return notes
    .map(({ kind, name = '', count = null, first, last }) => ({
      kind,
      name,
      count,
      first: parseInstant(first),
      last: parseInstant(last),
    }))
    .filter((note) => isNoteOf(note, range));
}

const parseInstant = (text: string | null | undefined) => (text ? Date.parse(text) : null);
