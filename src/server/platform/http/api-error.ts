import type { Code } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';

/** An expected refusal: answered with its code, its facts and a text in the reader's language. */
export class ApiError extends Error {
  readonly code: Code;
  readonly data: RefusalData;

  constructor(code: Code, data: RefusalData = null) {
    super(`refused with ${code}`);
    this.code = code;
    this.data = data;
  }
}
