import * as z from 'zod/mini';
import type { NoticeCause } from '#machines/refusal-grounds.ts';
import { calls } from '../calls.ts';
import { dataTypes } from '../data-types.ts';
import { type DataOf, endpoint, eventsEndpoint } from '../endpoint.ts';
import { line, optionalLine, text } from '../fields.ts';

export const suspensionGrounds = [
  'suspension',
  'safetyRequirements',
  'tradeSecrets',
  'personalDataOfOthers',
] as const satisfies readonly NoticeCause[];
export type SuspensionGround = (typeof suspensionGrounds)[number];

export const MAX_TOKENS_PER_VEHICLE = 10;
/** Burst of calls with one token; after that, one call per `CALL_WINDOW_S / CALLS_PER_WINDOW` s. */
export const CALLS_PER_WINDOW = 120;
export const CALL_WINDOW_S = 3600;
export const USAGE_DAYS = 14;

const GRANT_ID = '5e0c8a52-6d2b-4f7e-9a55-0d6f1f4a9c11';
const TOKEN_ID = '9a1f3b60-27c4-4c39-8f2e-64a1d0c7be52';

export const grant = z.object({
  grantId: z.string(),
  state: z.string(),
  requestedAt: z.number(),
  endsAt: z.number(),
  pausedAt: z.nullable(z.number()),
  suspended: z.nullable(
    z.object({
      at: z.number(),
      /** Ground with its provision, in the language of the caller. */
      ground: z.string(),
      substantiation: z.string(),
    }),
  ),
  ended: z.nullable(z.object({ at: z.number(), reason: z.enum(['owner', 'date', 'link']) })),
});

export type LiveGrant = z.infer<typeof grant>;

export const token = z.object({
  tokenId: z.string(),
  name: z.string(),
  prefix: z.string(),
  dataTypes: z.array(z.enum(dataTypes)),
  createdAt: z.number(),
  endsAt: z.number(),
  /** Null in the owner's list. */
  revokedAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
  lastNetwork: z.nullable(z.string()),
  /** Calls on each of the last `USAGE_DAYS` days, today last. */
  calls: z.array(z.number()),
});
export type LiveToken = z.infer<typeof token>;

export const liveAccess = endpoint(calls.liveAccess, {
  access: 'signedIn',
  summary: 'Live access of the account, with its tokens, by vehicle.',
  data: z.object({
    cars: z.array(
      z.object({
        vehicleId: z.string(),
        name: z.string(),
        publicId: z.nullable(z.string()),
        isSandbox: z.boolean(),
        grant: z.nullable(grant),
        tokens: z.array(token),
      }),
    ),
  }),
});

export type LiveCar = DataOf<typeof liveAccess>['cars'][number];
export type CarWithGrant = LiveCar & { grant: LiveGrant };

const changedGrant = z.object({ grantId: z.string(), state: z.string() });

export const liveGrantRequest = endpoint(calls.liveGrantRequest, {
  access: 'signedIn',
  errors: ['vehicleNotLinked'],
  summary: 'Starts live access to an own vehicle, or returns the access that is open.',
  input: z.strictObject({ vehicleId: line() }),
  data: changedGrant,
  example: { vehicleId: 'd2a1c7f0-5a33-4b7e-8f43-0f6a5d0c3b19' },
});

export const liveGrantChange = endpoint(calls.liveGrantChange, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Pauses, resumes, renews (for a year) or ends live access.',
  input: z.strictObject({ grantId: line(), change: z.enum(['pause', 'resume', 'renew', 'end']) }),
  data: changedGrant,
  example: { grantId: GRANT_ID, change: 'pause' },
});

/** End of a token: the end of the access, or a number of days from now. */
export const tokenEnds = ['access', '90', '30'] as const;

export const liveTokenCreate = endpoint(calls.liveTokenCreate, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Creates a token. The answer is the only one that contains it.',
  input: z.strictObject({
    grantId: line(),
    name: line(),
    dataTypes: z.array(z.enum(dataTypes)).check(z.minLength(1), z.maxLength(dataTypes.length)),
    ends: z.enum(tokenEnds),
  }),
  data: z.object({ tokenId: z.string(), token: z.string(), endsAt: z.number() }),
  example: { grantId: GRANT_ID, name: 'Grafana at home', dataTypes: ['battery'], ends: '90' },
});

export const liveTokenRevoke = endpoint(calls.liveTokenRevoke, {
  access: 'signedIn',
  errors: ['notFound'],
  summary: 'Revokes a token, or removes one that has ended from the list.',
  input: z.strictObject({ tokenId: line() }),
  data: z.object({ tokenId: z.string() }),
  example: { tokenId: TOKEN_ID },
});

export const tileSignals = [
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
  'Vehicle.Powertrain.TractionBattery.Range',
  'Vehicle.TraveledDistance',
  'Vehicle.Speed',
  'Vehicle.Exterior.AirTemperature',
] as const;

export const activities = ['driving', 'charging', 'parked'] as const;
export type Activity = (typeof activities)[number];

export const liveDay = endpoint(calls.liveDay, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'The latest values of a vehicle with live access, and its last 24 hours.',
  input: z.strictObject({ grantId: line() }),
  data: z.object({
    at: z.number(),
    lastContactAt: z.nullable(z.number()),
    tiles: z.array(
      z.object({
        signal: z.enum(tileSignals),
        value: z.nullable(z.number()),
        unit: z.string(),
        capturedAt: z.nullable(z.number()),
        reason: z.nullable(z.enum(['notEquipped', 'notReceived'])),
      }),
    ),
    /** Pairs of time and state of charge (percent), at most one pair per five minutes. */
    charge: z.array(z.tuple([z.number(), z.number()])),
    /** Without gaps, oldest first; empty if there are no values. `metres`: distance driven. */
    activities: z.array(
      z.object({
        kind: z.enum(activities),
        from: z.number(),
        to: z.number(),
        metres: z.nullable(z.number()),
      }),
    ),
  }),
  example: { grantId: GRANT_ID },
});

export const liveStream = eventsEndpoint(calls.liveStream, {
  access: 'signedIn',
  errors: ['notFound', 'notAllowedNow'],
  summary:
    'New values of the tiles as they arrive, with the events of `GET /api/v1/vehicles/{id}/stream`.',
  input: z.strictObject({ grantId: line() }),
  example: { grantId: GRANT_ID },
});

const deskGrant = z.object({
  grant,
  vehicleName: z.nullable(z.string()),
  publicId: z.string(),
  vin: z.nullable(z.string()),
  owner: z.string(),
  isOwn: z.boolean(),
  tokens: z.array(token),
});

export const deskGrants = endpoint(calls.deskGrants, {
  access: 'desk',
  summary: 'Live access by VIN, public id or owner, or without a search the latest, newest first.',
  input: z.strictObject({ search: optionalLine() }),
  data: z.object({ grants: z.array(deskGrant) }),
  example: { search: 'VF1AAAAAAAA000001' },
});

export const deskGrantSuspend = endpoint(calls.deskGrantSuspend, {
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Suspends live access on a lawful ground; the owner gets the reasons by mail.',
  input: z.strictObject({
    grantId: line(),
    ground: z.enum(suspensionGrounds),
    substantiation: text(),
  }),
  data: changedGrant,
  example: {
    grantId: GRANT_ID,
    ground: 'suspension',
    substantiation: 'The agreed key was published on a public page.',
  },
});

export const deskGrantResume = endpoint(calls.deskGrantResume, {
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Lifts the suspension of live access.',
  input: z.strictObject({ grantId: line() }),
  data: changedGrant,
  example: { grantId: GRANT_ID },
});
