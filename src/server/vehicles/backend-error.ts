import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Ways in which the back end of the car maker can break what was agreed. */
export type Breach =
  /** Not reached, or it answered with an error. */
  | 'away'
  | 'silent'
  | 'tooSlow'
  | 'cutOff'
  /** No JSON, no UTF-8, a field too few, another vehicle than the one asked for. */
  | 'notAgreed'
  | 'lineTooLong'
  | 'tooMuch'
  | 'wrongType'
  | 'wrongUnit'
  | 'outOfRange'
  | 'outOfOrder'
  | 'outOfTime'
  | 'wrongCount';

/** Longest message of an error, in UTF-16 units: what the back end sent may stand in it. */
const MAX_MESSAGE = 500;

/** The back end of the car maker did not answer, or not as agreed; what needs it is refused. */
export class BackendError extends ApiError {
  readonly breach: Breach;

  constructor(breach: Breach, message: string, options?: ErrorOptions) {
    super(codes.otherSystemAway, { system: 'vehicles' });
    this.breach = breach;
    this.message = message.slice(0, MAX_MESSAGE);
    this.cause = options?.cause;
  }
}

/** What `read` gives; null while the back end is away, and a page goes without it. */
export async function unlessAway<Answer>(read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BackendError) return null;
    throw error;
  }
}
