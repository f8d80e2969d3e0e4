import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

export type Breach =
  | 'away'
  | 'silent'
  | 'tooSlow'
  | 'cutOff'
  /** Invalid JSON or UTF-8, a missing field, or a vehicle that was not requested. */
  | 'notAgreed'
  | 'lineTooLong'
  | 'tooMuch'
  | 'wrongType'
  | 'wrongUnit'
  | 'outOfRange'
  | 'outOfOrder'
  | 'outOfTime'
  | 'wrongCount';

/** Maximum length of a message: it may quote the back end's response. */
const MAX_MESSAGE = 500;

/** The car maker's back end is unavailable or violated the interface description. */
export class BackendError extends ApiError {
  readonly breach: Breach;
  readonly retryAfter: number;

  constructor(
    breach: Breach,
    message: string,
    options?: ErrorOptions & { retryAfter?: number | undefined },
  ) {
    super(codes.otherSystemUnavailable, { system: 'vehicles' });
    this.breach = breach;
    this.retryAfter = options?.retryAfter ?? 0;
    this.message = message.slice(0, MAX_MESSAGE);
    this.cause = options?.cause;
  }
}

export async function fallbackIfUnavailable<Answer>(read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BackendError) return null;
    throw error;
  }
}
