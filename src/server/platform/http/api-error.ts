import { type Code, codes } from '#contract/codes.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import type { ErrorDataOf } from '#contract/error-data.ts';

/** Expected error. It has no stack trace, so that floods of errors are cheap. */
export class ExpectedError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export class ApiError<C extends Code = Code> extends ExpectedError {
  readonly code: C;
  readonly data: ErrorDataOf<C>;

  constructor(
    code: C,
    ...[data]: null extends ErrorDataOf<C> ? [data?: ErrorDataOf<C>] : [data: ErrorDataOf<C>]
  ) {
    super(`API error ${code}`);
    this.code = code;
    this.data = (data ?? null) as ErrorDataOf<C>;
  }
}

export const invalid = (field: string, problem: FieldProblem['problem']) =>
  new ApiError(codes.invalid, { fields: [{ field, problem }] });
