import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { dataTypes } from './data-types.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumberInput } from './fields.ts';
import { storedJson } from './stored-json.ts';

/** Figures of a month with data. A figure is null if there are no values for it. */
const month = z.object({
  /** YYYY-MM. */
  month: z.string(),
  /** A digit for each day: 0 without data, 1 with some of the delivered data types, 2 with all. */
  days: z.string(),
  daysByType: z.array(z.number()),
  drives: z.number(),
  metres: z.nullable(z.number()),
  /** kWh */
  energy: z.nullable(z.number()),
  /** State of charge, percent. */
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  charges: z.nullable(z.number()),
});
export type PreviewMonth = z.infer<typeof month>;

const drive = z.object({
  from: z.number(),
  to: z.number(),
  metres: z.nullable(z.number()),
  /** State of charge, percent. */
  batteryFrom: z.nullable(z.number()),
  batteryTo: z.nullable(z.number()),
  /** Latitude and longitude; empty without positions and in masked reports. */
  points: z.array(z.tuple([z.number(), z.number()])),
});
export type PreviewDrive = z.infer<typeof drive>;

const gap = { from: z.number(), to: z.number() };
const dataType = { type: z.enum(dataTypes), rows: z.number() };
const previewParts = {
  /** Time zone of all times and days (IANA name); null for the calendar of a masked report. */
  timeZone: z.nullable(z.string()),
  /** False for reports on several vehicles, whose preview only counts rows by data type. */
  isOneVehicle: z.boolean(),
  months: z.array(month),
  /**
   * State of charge: time, lowest and highest percentage until the next point, and whether the
   * vehicle was charging.
   */
  charge: z.array(z.tuple([z.number(), z.number(), z.number(), z.boolean()])),
  drives: z.array(drive),
};

/** Summary of the delivered rows. Times are local to `timeZone`, in ms as if it were UTC. */
const storedPreview = z.object({
  ...previewParts,
  /** `absence`: code of the reason for a data type without rows, or for a gap. */
  types: z.array(
    z.object({
      ...dataType,
      absence: z.nullable(z.string()),
      gaps: z.optional(z.array(z.object({ ...gap, absence: z.string() }))),
    }),
  ),
});
export type StoredPreview = z.infer<typeof storedPreview>;
export const storedPreviews = storedJson(storedPreview);

export const reportPreview = endpoint(calls.reportPreview, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow', 'reportNotReady', 'sharingSuspended'],
  summary:
    'Summary of the rows in a delivered report, for pictures. For its requester. Null for reports of earlier releases.',
  data: z.nullable(
    z.object({
      ...previewParts,
      /** `reason`: the text of `absence` in the reader's language. */
      types: z.array(
        z.object({
          ...dataType,
          reason: z.nullable(z.string()),
          /** Longest gaps of more than a day, oldest first; empty for masked calendars. */
          gaps: z.array(z.object({ ...gap, reason: z.nullable(z.string()) })),
        }),
      ),
    }),
  ),
  ...applicationNumberInput,
});
