import * as z from 'zod/mini';
import { fromBeforeTo, instant, line, wantedDataTypes } from './fields.ts';
import { storedJson } from './stored-json.ts';

/** Minimum time between two delivered values of a signal, in s. */
export const valueIntervals = {
  asRecorded: 0,
  second: 1,
  tenSeconds: 10,
  minute: 60,
  tenMinutes: 600,
  hour: 3600,
} as const;
export type ValueInterval = keyof typeof valueIntervals;

const MAX_MODELS = 200;

/**
 * Part of the requested data that a public-sector body receives, limited to the exceptional need
 * (Art. 17(2)(c), 18(2)). The reviewer states every field explicitly.
 */
export const deliveryExtent = z
  .strictObject({
    models: z.array(line()).check(z.minLength(1), z.maxLength(MAX_MODELS)),
    dataTypes: wantedDataTypes(),
    from: instant(),
    /** Exclusive. */
    to: instant(),
    interval: z.enum(Object.keys(valueIntervals) as ValueInterval[]),
  })
  .check(fromBeforeTo());
export type DeliveryExtent = z.infer<typeof deliveryExtent>;

const storedExtent = z.object({
  models: z.array(z.string()),
  dataTypes: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  interval: z.string(),
});
export type StoredExtent = z.infer<typeof storedExtent>;

const approvalFacts = storedJson(z.looseObject({ extent: z.optional(storedExtent) }));

export function extentIn(facts: string | null): StoredExtent | null {
  return approvalFacts.read(facts ?? '{}').extent ?? null;
}

/** Returns the interval in ms. An unknown interval of a later release counts as the longest. */
export function intervalOf({ interval }: StoredExtent): number {
  const known: Partial<Record<string, number>> = valueIntervals;
  return (known[interval] ?? valueIntervals.hour) * 1000;
}
