import * as z from 'zod/mini';
import { inOrder, instant, line, wantedDataTypes } from './fields.ts';
import { storedJson } from './stored-json.ts';

/** Shortest time between two delivered values of a signal, in s, by its code. */
export const valueIntervals = {
  asRecorded: 0,
  second: 1,
  tenSeconds: 10,
  minute: 60,
  tenMinutes: 600,
  hour: 3600,
} as const;
export type ValueInterval = keyof typeof valueIntervals;

/** Most models that one approval names. */
const MAX_MODELS = 200;

/**
 * What a public-sector body is to get of what it asked for: no more than the exceptional need calls
 * for (Art. 17(2)(c), 18(2)). None of it goes without saying, above all not which vehicles.
 */
export const deliveryExtent = z
  .strictObject({
    /** Models of the vehicles, as the data holder names them. */
    models: z.array(line()).check(z.minLength(1), z.maxLength(MAX_MODELS)),
    dataTypes: wantedDataTypes(),
    from: instant(),
    /** Exclusive. */
    to: instant(),
    interval: z.enum(Object.keys(valueIntervals) as ValueInterval[]),
  })
  .check(inOrder());
export type DeliveryExtent = z.infer<typeof deliveryExtent>;

/** The same as an approval recorded it, also one of another release. */
const storedExtent = z.object({
  models: z.array(z.string()),
  dataTypes: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  interval: z.string(),
});
export type StoredExtent = z.infer<typeof storedExtent>;

const approvalFacts = storedJson(z.looseObject({ extent: z.optional(storedExtent) }));

/**
 * The extent of an approval, from the facts that its history entry keeps; null of one that has none:
 * a customer's, or one from before approvals had any.
 */
export function extentIn(facts: string | null): StoredExtent | null {
  return approvalFacts.read(facts ?? '{}').extent ?? null;
}

/** The interval in ms; one that a later release added counts as the longest. */
export function intervalOf({ interval }: StoredExtent): number {
  const known: Partial<Record<string, number>> = valueIntervals;
  return (known[interval] ?? valueIntervals.hour) * 1000;
}
