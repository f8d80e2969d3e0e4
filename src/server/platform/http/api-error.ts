import type { Code } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';

/**
 * An expected refusal: answered with its code, its facts and a text in the reader's language. It has
 * no stack, which nobody reads and a flood of refusals would pay for.
 */
export class ApiError extends Error {
  readonly code: Code;
  readonly data: RefusalData;

  constructor(code: Code, data: RefusalData = null) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`refused with ${code}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.data = data;
  }
}
