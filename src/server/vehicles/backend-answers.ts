import * as z from 'zod/mini';
import { email, visible } from '#contract/fields.ts';
import { SECOND } from '#lib/words/durations.ts';
import { BackendError } from './backend-error.ts';
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

/** Reads a response that is a single JSON value; null for 404. */
export async function answerOf<S extends z.ZodMiniType>(
  schema: S,
  answer: AsyncIterable<Uint8Array> | null,
): Promise<z.output<S> | null> {
  return answer && checked(schema, await jsonOf(answer));
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

/** Maximum size in bytes of an NDJSON line, and of a response that is a single JSON value. */
export const MAX_LINE = 2 ** 20;
const FIRST_SIZE = 2 ** 16;
const LINE_FEED = 0x0a;

export async function* ndjsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const line = new JsonBytes();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.append(chunk.subarray(start, end));
      if (!line.isBlank()) yield line.json();
      line.clear();
      start = end + 1;
    }
    line.append(chunk.subarray(start));
  }
  if (!line.isBlank()) yield line.json();
}

async function jsonOf(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = new JsonBytes();
  for await (const chunk of chunks) bytes.append(chunk);
  return bytes.json();
}

class JsonBytes {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  append(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > MAX_LINE)
      throw new BackendError('lineTooLong', `A line exceeds ${MAX_LINE} bytes`);
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(MAX_LINE, 2 * length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
  }

  isBlank(): boolean {
    return this.#bytes.subarray(0, this.#length).every((byte) => byte <= 0x20);
  }

  json(): unknown {
    try {
      return JSON.parse(this.#decoder.decode(this.#bytes.subarray(0, this.#length)));
    } catch (error) {
      // The line is not quoted, because it contains personal data.
      const reason = error instanceof TypeError ? 'not valid UTF-8' : 'not valid JSON';
      throw new BackendError('notAgreed', `A line is ${reason}`, { cause: error });
    }
  }
}
