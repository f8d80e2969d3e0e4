import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Ways in which the car maker's back end can break the agreement. */
export type Breach =
  | 'away'
  | 'silent'
  | 'tooSlow'
  | 'cutOff'
  /** Invalid JSON or UTF-8, a missing field, or another vehicle than requested. */
  | 'notAgreed'
  | 'lineTooLong'
  | 'tooMuch'
  | 'wrongType'
  | 'wrongUnit'
  | 'outOfRange'
  | 'outOfOrder'
  | 'outOfTime'
  | 'wrongCount';

/** Longest error message, in UTF-16 units; it may quote the back end. */
const MAX_MESSAGE = 500;

/** The car maker's back end is unavailable or broke the agreement. */
export class BackendError extends ApiError {
  readonly breach: Breach;

  constructor(breach: Breach, message: string, options?: ErrorOptions) {
    super(codes.otherSystemAway, { system: 'vehicles' });
    this.breach = breach;
    this.message = message.slice(0, MAX_MESSAGE);
    this.cause = options?.cause;
  }
}

/** Returns the result, or null while the back end is unavailable. */
export async function fallbackIfUnavailable<Answer>(read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BackendError) return null;
    throw error;
  }
}
