import type { RefusalData } from '#contract/envelope.ts';

/** A call that was not answered with 200: the envelope's code and facts, its text as the message. */
export class Refused extends Error {
  /** One of the contract's codes; 0 when no answer came. */
  readonly code: number;
  readonly data: RefusalData;

  constructor(code: number, message: string, data: RefusalData = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
