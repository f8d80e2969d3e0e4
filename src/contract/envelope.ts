import * as z from 'zod/mini';

/**
 * Reasons why a session ended before its token expired: idle timeout, maximum age, ended elsewhere
 * by its account, changed second factor or roles, account no longer in the company's directory.
 */
export const sessionEndings = ['rest', 'age', 'elsewhere', 'factor', 'roles', 'directory'] as const;
export type SessionEnding = (typeof sessionEndings)[number];

/**
 * Reasons to reject a company sign-in: it was not finished, the user has no role, no verified
 * e-mail address, or an address that belongs to another account.
 */
export const companySignInProblems = ['unfinished', 'noRole', 'noAddress', 'addressTaken'] as const;
export type CompanySignInProblem = (typeof companySignInProblems)[number];

export const fieldProblem = z.object({
  field: z.string(),
  problem: z.enum(['required', 'format', 'tooShort', 'tooLong', 'range', 'unknown', 'choice']),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

export interface Envelope<Data> {
  code: number;
  message: string;
  data: Data;
}

export const envelopeOf = <Schema extends z.core.$ZodType>(data: Schema) =>
  z.object({ code: z.literal(200), message: z.string(), data });

type Issue = z.core.$ZodIssue;

export function parseInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema> } | { fields: FieldProblem[] } {
  // `reportInput` distinguishes a missing field from one of the wrong type.
  const parsed = z.safeParse(schema, input, { reportInput: true });
  return parsed.success ? { value: parsed.data } : { fields: fieldProblems(parsed.error.issues) };
}

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
