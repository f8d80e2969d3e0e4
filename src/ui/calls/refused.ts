import type { Code } from '#contract/codes.ts';
import type { ErrorData, ErrorDataOf } from '#contract/error-data.ts';

/** A call that was not answered with 200: code and data of the envelope, its text as the message. */
export class Refused extends Error {
  /** One of the contract's codes; 0 when no answer came. */
  readonly code: number;
  readonly data: ErrorData;

  constructor(code: number, message: string, data: ErrorData = null) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Data of the error if it has this code. */
  dataOf<C extends Code>(code: C): ErrorDataOf<C> | undefined {
    return this.code === code ? (this.data as ErrorDataOf<C>) : undefined;
  }
}
