import { codes } from '#contract/codes.ts';
import { tileSignals } from '#contract/live/grants.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Caller } from '#server/platform/http/route.ts';
import { ApiProblem } from './api-problem.ts';
import { sendStream } from './event-stream.ts';
import { accessOfOwner } from './open-token.ts';

/** Interval in ms at which the session of an open stream is checked. */
const SESSION_CHECK = 5000;

/**
 * Sends the values of the owner's page as they arrive, until the access closes or the session ends.
 * @throws {ApiError} `notFound`, or `notAllowedNow`: the access is not open, or the cursor expired
 */
export async function sendOwnerStream(
  services: Services,
  grantId: string,
  { account, request, reply, isSignedIn }: Caller<Account>,
) {
  const readAccess = () => accessOfOwner(services, account, grantId);
  const opened = await readAccess();
  if ('problem' in opened) throw new ApiError(codes.notAllowedNow, { state: opened.problem });
  const signedOut = new AbortController();
  const timer = setInterval(() => {
    isSignedIn().then(
      (isIn) => isIn || signedOut.abort(),
      (error) => request.log.warn(error),
    );
  }, SESSION_CHECK).unref();
  // The client may have left already.
  if (reply.raw.destroyed) clearInterval(timer);
  else reply.raw.once('close', () => clearInterval(timer));
  try {
    return await sendStream(request, reply, services, opened.access, {
      signals: tileSignals.join(','),
      readAccess,
      until: signedOut.signal,
    });
  } catch (error) {
    clearInterval(timer);
    if (error instanceof ApiProblem)
      throw new ApiError(codes.notAllowedNow, { state: error.problem });
    throw error;
  }
}
