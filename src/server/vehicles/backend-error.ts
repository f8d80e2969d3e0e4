import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** The back end of the car maker did not answer, or not as agreed; what needs it is refused. */
export class BackendError extends ApiError {
  constructor(message: string, options?: ErrorOptions) {
    super(codes.otherSystemAway, { system: 'vehicles' });
    this.message = message;
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
