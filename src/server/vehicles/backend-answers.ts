import * as z from 'zod/mini';
import { BackendError } from './backend-error.ts';

const name = z.string().check(z.maxLength(300));
/** A vehicle, as a line of the list and as an answer of its own. */
export const vehicleAnswer = z.object({ vehicleId: name, vin: name, name });

/** Null of a time is since ever, or until further notice; it is never left out. */
const time = z.nullable(z.iso.datetime({ offset: true }));
/** A line of the links of an account. */
export const linkLine = z.extend(vehicleAnswer, {
  linkedFrom: time,
  linkedUntil: time,
  onBehalfOf: z.optional(z.nullable(z.email())),
});

const value = z.nullable(z.union([z.number(), z.string(), z.boolean()]));
export const attributesAnswer = z.record(z.string(), value);
export const countsAnswer = z.record(z.string(), z.int().check(z.nonnegative()));

/** One line of telemetry: an instant in ISO 8601 and values by VSS name; the last line counts them. */
export const telemetryLine = z.union([
  z.object({ at: z.iso.datetime({ offset: true }), values: z.record(z.string(), value) }),
  z.object({ end: z.literal(true), rows: z.number() }),
  z.object({ units: z.record(z.string(), z.string()) }),
]);

/**
 * What came, as the schema has it.
 * @throws {BackendError} `notAgreed`
 */
export function checked<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new BackendError(
    'notAgreed',
    `The vehicle back end answered: ${z.prettifyError(parsed.error)}`,
  );
}
