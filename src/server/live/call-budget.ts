import { CALL_WINDOW_S, CALLS_PER_WINDOW } from '#contract/live/grants.ts';
import { ApiProblem } from './api-problem.ts';

const WINDOW_MS = CALL_WINDOW_S * 1000;
const STEP_MS = WINDOW_MS / CALLS_PER_WINDOW;
const MAX_REMEMBERED = 50_000;
const POLICY = `"hour";q=${CALLS_PER_WINDOW};w=${CALL_WINDOW_S}`;

/**
 * Counts the calls of each token in this process (generic cell rate algorithm), because a database
 * write per call would cost more than the call. With several processes a token can make more calls,
 * never fewer.
 */
export class CallBudget {
  /** By token, in order of the last call: when its full budget is available again, in ms. */
  readonly #fullAt = new Map<string, number>();

  /**
   * Consumes a call and returns the headers of draft-ietf-httpapi-ratelimit-headers-11: `r` calls
   * are left, and in `t` seconds all are available again.
   */
  consume(tokenId: string, now: number) {
    const known = Math.max(this.#fullAt.get(tokenId) ?? now, now);
    const nextAt = known + STEP_MS - WINDOW_MS;
    const isLimited = nextAt > now;
    const fullAt = isLimited ? known : known + STEP_MS;
    this.#remember(tokenId, fullAt, now);
    const left = isLimited ? 0 : Math.floor((now - nextAt) / STEP_MS);
    const until = isLimited ? nextAt : fullAt;
    const headers = {
      'ratelimit-policy': POLICY,
      ratelimit: `"hour";r=${left};t=${Math.ceil((until - now) / 1000)}`,
    };
    const problem = isLimited
      ? new ApiProblem('rate-limited', {
          retryAfter: Math.ceil((nextAt - now) / 1000),
          rateLimit: 'callsOfToken',
        })
      : null;
    return { headers, problem };
  }

  #remember(tokenId: string, fullAt: number, now: number): void {
    this.#fullAt.delete(tokenId);
    this.#fullAt.set(tokenId, fullAt);
    for (const [oldest, at] of this.#fullAt) {
      if (at > now && this.#fullAt.size <= MAX_REMEMBERED) break;
      this.#fullAt.delete(oldest);
    }
  }
}
