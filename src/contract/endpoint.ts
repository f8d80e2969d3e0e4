import * as z from 'zod/mini';
import type { Call } from './calls.ts';
import { type Code, codes } from './codes.ts';

type Schema = z.core.$ZodType;

const nothing = z.strictObject({});

/**
 * Access level of an endpoint: anyone, signed-in accounts, or roles of the data holder's staff.
 * `desk`: may read at the desk; `reviewer`: may decide; `analyst`: may see figures; `staff`: any
 * role, even before the second factor.
 */
export type Access =
  | 'anyone'
  | 'signedIn'
  | 'staff'
  | 'desk'
  | 'reviewer'
  | 'lead'
  | 'auditor'
  | 'analyst';

export interface Endpoint<Input extends Schema = Schema, Data extends Schema = Schema>
  extends Call {
  access: Access;
  /** Requires a second factor given within the last `FRESH_FACTOR_MINUTES`. */
  needsFreshFactor?: true;
  /** Errors of the endpoint; `errorCodes` adds those that follow from its access and kind. */
  errors?: readonly (keyof typeof codes)[];
  summary: string;
  /** JSON body of a POST, query of a GET, or form fields other than `file` of a multipart POST. */
  input: Input;
  kind: 'json' | 'query' | 'multipart';
  data: Data;
  answersFile?: true;
  /** Responds with Server-Sent Events; `Last-Event-ID` resumes. */
  answersEvents?: true;
  example: z.input<Input>;
}

type Definition<A, Input extends Schema, Data extends Schema> = Pick<
  Endpoint,
  'needsFreshFactor' | 'errors' | 'summary'
> & {
  access: A;
  kind?: 'multipart';
  data?: Data;
} & ({ input: Input; example: z.input<Input> } | { input?: never; example?: never });

/** Defaults: no input, `data` null, input in the query of a GET or the JSON body of a POST. */
export const endpoint = <
  const A extends Access,
  Input extends Schema = typeof nothing,
  Data extends Schema = z.ZodMiniNull,
>(
  call: Call,
  definition: Definition<A, Input, Data>,
) =>
  ({
    ...call,
    kind: call.method === 'GET' ? 'query' : 'json',
    input: nothing,
    example: {},
    data: z.null(),
    ...definition,
  }) as unknown as Endpoint<Input, Data> & { access: A };

export const fileEndpoint = <const A extends Access, Input extends Schema = typeof nothing>(
  call: Call,
  definition: Definition<A, Input, z.ZodMiniNull>,
): Endpoint<Input, z.ZodMiniNull> & { access: A; answersFile: true } => ({
  ...endpoint(call, definition),
  answersFile: true,
});

export const eventsEndpoint = <const A extends Access, Input extends Schema = typeof nothing>(
  call: Call,
  definition: Definition<A, Input, z.ZodMiniNull>,
): Endpoint<Input, z.ZodMiniNull> & { access: A; answersEvents: true } => ({
  ...endpoint(call, definition),
  answersEvents: true,
});

export function errorCodes(endpoint: Endpoint): Code[] {
  const { access, kind, needsFreshFactor, answersFile, errors = [] } = endpoint;
  const isForStaff = access !== 'anyone' && access !== 'signedIn';
  const all: Record<string, boolean> = {
    invalid: true,
    signedOut: access !== 'anyone',
    forbidden: isForStaff,
    secondFactorNeeded: isForStaff && access !== 'staff',
    freshFactorNeeded: needsFreshFactor === true,
    tooLarge: kind !== 'query',
    typeNotSupported: kind !== 'query',
    unknownState: kind !== 'query',
    tooMany: true,
    internal: true,
    fileDamaged: answersFile === true,
    unavailable: true,
    storageFull: true,
    // Any call with a session may have to ask the company's identity provider.
    otherSystemUnavailable: access !== 'anyone',
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  return names.filter((name) => all[name] || errors.includes(name)).map((name) => codes[name]);
}

export type InputOf<E> = E extends Endpoint<infer Input, Schema> ? z.input<Input> : never;
export type DataOf<E> = E extends Endpoint<Schema, infer Data> ? z.output<Data> : never;
