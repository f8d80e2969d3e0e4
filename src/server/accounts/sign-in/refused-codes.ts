import { codes } from '#contract/codes.ts';
import type { ChallengeEvent, ChallengeSnapshot } from '#machines/challenge.machine.ts';
import { MAX_WRONG_TRIES, RESEND_INTERVAL } from '#machines/limits.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Why no further code is sent: locked, or the last one left a moment ago. */
export function refusedRequest(challenge: ChallengeSnapshot, at: number): ApiError {
  const { lockedUntil, sentAt } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null)
    return new ApiError(codes.locked, { lockedUntil });
  const due = (sentAt ?? at) + RESEND_INTERVAL;
  return new ApiError(codes.tooSoon, { retryAfter: Math.ceil((due - at) / 1000) });
}

/** Reason for not accepting a code, by the state it led to. */
export function refusedCode(
  challenge: ChallengeSnapshot,
  submitted: ChallengeEvent & { type: 'code.submit' },
): ApiError {
  const { lockedUntil, wrongTries } = challenge.context;
  if (challenge.matches('locked') && lockedUntil !== null && submitted.at < lockedUntil)
    return new ApiError(codes.locked, { lockedUntil });
  // A code could still be entered: then the one that was entered is wrong.
  if (challenge.can(submitted))
    return new ApiError(codes.wrongCode, { triesLeft: MAX_WRONG_TRIES - wrongTries });
  return new ApiError(codes.expiredCode);
}

/** The link is of no lock that there is. */
export function refusedLink(): ApiError {
  return new ApiError(codes.unknownLink);
}
