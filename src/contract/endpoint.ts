import * as z from 'zod/mini';
import type { Call } from './calls.ts';
import { type Code, codes } from './codes.ts';

type Schema = z.core.$ZodType;

/**
 * Access to a call: anyone, any signed-in account, or the data holder's staff: those who read
 * at the desk, those who decide there, leads, auditors, and those who see figures (`analyst`). `staff` is any of them, also
 * before the second factor.
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

/** One call: what the server validates, the browser types, and OpenAPI documents. */
export interface Endpoint<Input extends Schema = Schema, Data extends Schema = Schema>
  extends Call {
  access: Access;
  /** Asks for a second factor that was given a few minutes ago. */
  needsFreshFactor?: true;
  /** Refusals of its own; `errorCodes` adds those that follow from its access and its kind. */
  errors?: readonly (keyof typeof codes)[];
  summary: string;
  /** JSON body of a POST, query of a GET, form fields beside `file` of a multipart POST. */
  input: Input;
  /** Transport of the input. */
  kind: 'json' | 'query' | 'multipart';
  /** `data` of the envelope. */
  data: Data;
  /** The answer may be a file instead of an envelope. */
  answersFile?: true;
  /** An input that the documentation shows and the tests send. */
  example: z.input<Input>;
}

interface Definition<Input extends Schema, A>
  extends Pick<
    Endpoint<Input>,
    keyof Call | 'needsFreshFactor' | 'errors' | 'summary' | 'input' | 'example'
  > {
  access: A;
  kind?: 'multipart';
}

/** Describes a call with its precise types; a GET has a query, a POST a body of JSON unless it says more. */
export const endpoint = <Input extends Schema, Data extends Schema, const A extends Access>(
  definition: Definition<Input, A> & { data: Data },
): Endpoint<Input, Data> & { access: A } => ({
  kind: definition.method === 'GET' ? 'query' : 'json',
  ...definition,
});

/** The same for a call that answers a file. */
export const fileEndpoint = <Input extends Schema, const A extends Access>(
  definition: Definition<Input, A>,
): Endpoint<Input, z.ZodMiniNull> & { access: A; answersFile: true } => ({
  ...endpoint({ ...definition, data: z.null() }),
  answersFile: true,
});

/** Codes of the refusals that a call may answer, ascending by HTTP status. */
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
    // Each call of a session asks, now and then, whether it still holds.
    otherSystemAway: access !== 'anyone',
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  return names.filter((name) => all[name] || errors.includes(name)).map((name) => codes[name]);
}

export type InputOf<E> = E extends Endpoint<infer Input, Schema> ? z.input<Input> : never;
export type DataOf<E> = E extends Endpoint<Schema, infer Data> ? z.output<Data> : never;
