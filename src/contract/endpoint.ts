import * as z from 'zod/mini';
import type { Call } from './calls.ts';
import { type Code, codes } from './codes.ts';

type Schema = z.core.$ZodType;

const nothing = z.strictObject({});

/**
 * Access to a call: anyone, signed-in accounts, or roles of the data holder's staff. `desk`:
 * reads at the desk; `reviewer`: decides; `analyst`: sees figures; `staff`: any role, also before
 * the second factor.
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

/** One call, as the server validates, the browser types and OpenAPI documents it. */
export interface Endpoint<Input extends Schema = Schema, Data extends Schema = Schema>
  extends Call {
  access: Access;
  /** Requires a second factor given within the last minutes. */
  needsFreshFactor?: true;
  /** Errors specific to the call; `errorCodes` adds those that follow from its access and kind. */
  errors?: readonly (keyof typeof codes)[];
  summary: string;
  /** JSON body of a POST, query of a GET, form fields besides `file` of a multipart POST. */
  input: Input;
  /** Transport of the input. */
  kind: 'json' | 'query' | 'multipart';
  /** `data` of the envelope. */
  data: Data;
  /** The response may be a file instead of an envelope. */
  answersFile?: true;
  /** Input for documentation and tests. */
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

/**
 * Describes a call. Defaults: no input, `data` null, and as transport the query of a GET or the JSON
 * body of a POST.
 */
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

/** Describes a call that returns a file. */
export const fileEndpoint = <const A extends Access, Input extends Schema = typeof nothing>(
  call: Call,
  definition: Definition<A, Input, z.ZodMiniNull>,
): Endpoint<Input, z.ZodMiniNull> & { access: A; answersFile: true } => ({
  ...endpoint(call, definition),
  answersFile: true,
});

/** Returns the error codes that a call may return, in the order of `codes`. */
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
    // Each call of a session may check with the company's provider.
    otherSystemAway: access !== 'anyone',
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  return names.filter((name) => all[name] || errors.includes(name)).map((name) => codes[name]);
}

export type InputOf<E> = E extends Endpoint<infer Input, Schema> ? z.input<Input> : never;
export type DataOf<E> = E extends Endpoint<Schema, infer Data> ? z.output<Data> : never;
