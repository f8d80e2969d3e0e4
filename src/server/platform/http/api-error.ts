import type { Code } from '#contract/codes.ts';
import type { ErrorDataOf } from '#contract/error-data.ts';

/**
 * Expected error. The response contains its code, the data of the code and a text. It has no stack
 * trace, so that floods of errors are cheap.
 */
export class ApiError<C extends Code = Code> extends Error {
  readonly code: C;
  readonly data: ErrorDataOf<C>;

  constructor(
    code: C,
    ...[data]: null extends ErrorDataOf<C> ? [data?: ErrorDataOf<C>] : [data: ErrorDataOf<C>]
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`API error ${code}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.data = (data ?? null) as ErrorDataOf<C>;
  }
}
