import * as z from 'zod/mini';
import { unsafeReasons } from './file-safety.ts';

/**
 * Reasons why a session ended before its token expired: idle too long, maximum age, ended by its
 * account elsewhere, changed second factor or roles, account no longer in the company's directory.
 */
export const sessionEndings = ['rest', 'age', 'elsewhere', 'factor', 'roles', 'directory'] as const;
export type SessionEnding = (typeof sessionEndings)[number];

/**
 * Reasons to reject a company sign-in: it was not finished, the person has no role, no verified
 * address, or one that belongs to another account.
 */
export const companySignInProblems = ['unfinished', 'noRole', 'noAddress', 'addressTaken'] as const;
export type CompanySignInProblem = (typeof companySignInProblems)[number];

/** Problem with one field: its path, and the rule it broke. */
export const fieldProblem = z.object({
  /** Dotted path in the body, e.g. `user.lastName`. */
  field: z.string(),
  problem: z.enum(['required', 'format', 'tooShort', 'tooLong', 'range', 'unknown', 'choice']),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

/** Facts beside a refusal, for programs; the words for people are in `message`. */
export const refusalData = z.nullable(
  z.object({
    fields: z.optional(z.array(fieldProblem)),
    /** The body cannot be read as JSON. */
    malformed: z.optional(z.literal(true)),
    /** Wrong codes left before the address is locked. */
    triesLeft: z.optional(z.number()),
    /** Until when the address is locked, ms since the epoch. */
    lockedUntil: z.optional(z.number()),
    /** When the link between vehicle and account ended, ms since the epoch. */
    linkEndedAt: z.optional(z.number()),
    /** Seconds until a further code can be sent, or the call be made again. */
    retryAfter: z.optional(z.number()),
    /** How often it is possible. */
    limit: z.optional(z.number()),
    /** Revision that is current now. */
    revision: z.optional(z.number()),
    /** State the application is in now. */
    state: z.optional(z.string()),
    file: z.optional(z.string()),
    /** What is wrong with the file. */
    unsafe: z.optional(z.enum(unsafeReasons)),
    /** File inside the archive, or the scanner's name of the malware, that it is about. */
    detail: z.optional(z.string()),
    /** Why the session ended. */
    ended: z.optional(z.enum(sessionEndings)),
    /** Address of who has taken the application. */
    assignee: z.optional(z.string()),
    /** Why the sign-in at the company is of no use here. */
    signIn: z.optional(z.enum(companySignInProblems)),
    /** System of others that is away. */
    system: z.optional(z.enum(['companySignIn', 'vehicles'])),
  }),
);
export type RefusalData = z.infer<typeof refusalData>;

/** Every JSON answer: `code` 200 on success, else one of `codes`, with a message for people. */
export interface Envelope<Data> {
  code: number;
  message: string;
  data: Data;
}

export const envelopeOf = <Schema extends z.core.$ZodType>(data: Schema) =>
  z.object({ code: z.literal(200), message: z.string(), data });

export const refusal = z.object({ code: z.number(), message: z.string(), data: refusalData });

type Issue = z.core.$ZodIssue;

/** Parses an input: its value, or what is wrong with which field. */
export function parseInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema> } | { fields: FieldProblem[] } {
  // The input of an issue tells a missing field from one of the wrong type.
  const parsed = z.safeParse(schema, input, { reportInput: true });
  return parsed.success ? { value: parsed.data } : { fields: fieldProblems(parsed.error.issues) };
}

/** One problem a field, in the order of the body. */
function fieldProblems(issues: readonly Issue[]): FieldProblem[] {
  const seen = new Map<string, FieldProblem>();
  for (const issue of issues) {
    for (const field of fieldsOf(issue)) {
      if (!seen.has(field)) seen.set(field, { field, problem: problemOf(issue) });
    }
  }
  return [...seen.values()];
}

function fieldsOf(issue: Issue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'));
  return [path.join('.')];
}

const isMissing = ({ input }: Issue) => input === undefined || input === null;

function problemOf(issue: Issue): FieldProblem['problem'] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown';
    case 'invalid_type':
      return isMissing(issue) ? 'required' : 'format';
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array')
        return issue.minimum === 1 ? 'required' : 'tooShort';
      return 'range';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'tooLong' : 'range';
    case 'invalid_value':
      return isMissing(issue) ? 'required' : 'choice';
    case 'custom':
      return 'range';
    default:
      return 'format';
  }
}
