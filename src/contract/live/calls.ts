import * as z from 'zod/mini';
import { dataTypes } from '#contract/data-types.ts';
import type { ProblemName } from './problems.ts';

export const LIVE_PATH = '/api/v1';

/** Maximum `limit` of the history. A page of it is held in memory. */
export const MAX_PAGE_ROWS = 10_000;

/** Media types of the history; the first one is the default. */
export const historyFormats = {
  'application/x-ndjson': 'jsonl',
  'text/csv': 'csv',
  'application/vnd.apache.parquet': 'parquet',
} as const;

/** Reasons why a signal has no value. Clients must treat an unknown reason as «no value». */
export const absenceReasons = {
  notGranted: 'The token does not include the data type of the signal.',
  notEquipped: 'The vehicle has no equipment for the signal.',
  notReceived: 'No value of the signal has been received.',
  outsideLink:
    "The last value was measured before or after the owner's current link to the vehicle.",
  notKept: 'The values were deleted at the end of their retention period.',
  outOfRange: 'All received values were out of range and were dropped.',
} as const;
export type AbsenceReason = keyof typeof absenceReasons;
const reason = z.nullable(z.enum(Object.keys(absenceReasons) as AbsenceReason[]));

const instant = z.iso.datetime({ precision: 3 });
const value = z.union([z.number(), z.string(), z.boolean()]);
const signal = z.string();
/** VSS unit; null for a signal without one. */
const unit = z.nullable(z.string());

export const vehicleStates = ['driving', 'charging', 'parked', 'unreachable'] as const;
export const vehicle = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(vehicleStates),
  lastContactAt: z.nullable(instant),
  data: z.nullable(z.strictObject({ from: instant, to: instant })),
});
export type LiveVehicle = z.infer<typeof vehicle>;

export const signalEntry = z.strictObject({
  signal,
  dataType: z.enum(dataTypes),
  unit,
  type: z.enum(['number', 'integer', 'boolean', 'text']),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  values: z.nullable(z.array(z.string())),
  /** Seconds between two values, as the maker documents them. */
  interval: z.nullable(z.number()),
  lastCapturedAt: z.nullable(instant),
  reason,
});

/** `value` is null if and only if there is a `reason`. */
export const latestValue = z.strictObject({
  signal,
  value: z.nullable(value),
  unit,
  /** Null if there is no value, and for attributes, which do not change. */
  capturedAt: z.nullable(instant),
  /** Null also if unknown, for example for imported files. */
  receivedAt: z.nullable(instant),
  reason,
});

export const sample = z.strictObject({
  signal,
  value,
  unit,
  capturedAt: instant,
  receivedAt: z.nullable(instant),
});

/** Line of the history. Signals without a value at this time are left out. */
export const historyRow = z.catchall(
  z.object({ capturedAt: instant, receivedAt: z.optional(instant) }),
  value,
);

/**
 * Data of the events of a stream, by name of the event. `end` is not listed: its data are a problem
 * document.
 */
export const streamEvents = {
  samples: z.strictObject({ samples: z.array(sample) }),
  heartbeat: z.strictObject({
    state: vehicle.shape.state,
    lastContactAt: vehicle.shape.lastContactAt,
  }),
};

const VSS_LIST = /^Vehicle(\.[A-Za-z0-9]+)*(,Vehicle(\.[A-Za-z0-9]+)*)*$/;
const signals = z.optional(z.string().check(z.regex(VSS_LIST), z.maxLength(8000)));
const time = z.optional(z.iso.datetime({ offset: true }));

const descriptions = {
  signals:
    'VSS paths, separated by commas. A branch stands for all signals below it. Default: all signals of the token.',
  from: 'Begin, inclusive, RFC 3339. Default: the begin of the data.',
  to: 'End, exclusive, RFC 3339. Default: now.',
  cursor: 'Position after the last page, from its `Link` header.',
  limit: 'Maximum number of rows of the page. Default: all rows, streamed.',
};
export const parameterDescription = (name: string) =>
  descriptions[name as keyof typeof descriptions];

interface LiveCall<Query extends z.ZodMiniType = z.ZodMiniType> {
  path: `${typeof LIVE_PATH}/${string}`;
  summary: string;
  query: Query;
  example?: Record<string, string>;
  problems: readonly ProblemName[];
}

const define = <Query extends z.ZodMiniType>(call: LiveCall<Query>) => call;
const noQuery = z.strictObject({});
const ofSignals = z.strictObject({ signals });
const EXAMPLE_SIGNALS = {
  signals: 'Vehicle.Speed,Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
};

export const liveCalls = {
  vehicles: define({
    path: `${LIVE_PATH}/vehicles`,
    summary: 'Lists the vehicles of the token.',
    query: noQuery,
    problems: [],
  }),
  vehicle: define({
    path: `${LIVE_PATH}/vehicles/{id}`,
    summary: 'Returns a vehicle with its state, last contact and span of data.',
    query: noQuery,
    problems: ['vehicle-not-found'],
  }),
  signals: define({
    path: `${LIVE_PATH}/vehicles/{id}/signals`,
    summary:
      'Lists every signal: unit, type, range, and the time of its last value or the reason why there is none.',
    query: noQuery,
    problems: ['vehicle-not-found'],
  }),
  latest: define({
    path: `${LIVE_PATH}/vehicles/{id}/latest`,
    summary: 'Returns the latest value of each signal, or the reason why there is none.',
    query: ofSignals,
    example: EXAMPLE_SIGNALS,
    problems: ['vehicle-not-found'],
  }),
  history: define({
    path: `${LIVE_PATH}/vehicles/{id}/history`,
    summary: 'Streams all values of a time range, oldest first.',
    query: z.strictObject({
      signals,
      from: time,
      to: time,
      cursor: z.optional(z.string().check(z.regex(/^[\w-]+$/), z.maxLength(100))),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_ROWS))),
    }),
    example: { ...EXAMPLE_SIGNALS, from: '2026-11-01T00:00:00Z', limit: '1000' },
    problems: ['signal-not-granted', 'vehicle-not-found', 'not-acceptable'],
  }),
  stream: define({
    path: `${LIVE_PATH}/vehicles/{id}/stream`,
    summary: 'Sends new values as they arrive (Server-Sent Events).',
    query: ofSignals,
    example: EXAMPLE_SIGNALS,
    problems: ['signal-not-granted', 'vehicle-not-found', 'cursor-expired'],
  }),
};
export type LiveCallName = keyof typeof liveCalls;

export const commonProblems: readonly ProblemName[] = [
  'invalid-parameter',
  'token-missing',
  'token-unknown',
  'token-expired',
  'token-revoked',
  'access-paused',
  'access-suspended',
  'access-ended',
  'rate-limited',
  'internal',
  'source-unavailable',
  'unavailable',
];
