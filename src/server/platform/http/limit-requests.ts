import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from './api-error.ts';
import { networkOf } from './client-network.ts';

const MINUTE = 60_000;
/** Networks that are counted at once; those that were not seen for longest are forgotten first. */
const MAX_NETWORKS = 20_000;

/** A page that is not cached loads some 40 built files, each of which costs little. */
const ASSETS_PER_CALL = 4;

/**
 * Answers in progress for one network at once. An answer that its client does not read may hold a
 * file open and 130 kB; an office at work has a few dozen.
 */
const MAX_ANSWERS_IN_PROGRESS = 500;

const isForAsset = ({ url }: { url: string }) => url.startsWith('/assets/');

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};

/**
 * Limits the requests of one network, before anything else is done for them. Each process counts
 * for itself: this keeps a process alive; limits that must hold exactly are `RateLimiter`.
 */
export async function limitRequests(app: FastifyInstance, { config }: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: (request) => config.CALLS_PER_NETWORK * (isForAsset(request) ? ASSETS_PER_CALL : 1),
    timeWindow: MINUTE,
    cache: MAX_NETWORKS,
    keyGenerator: (request) =>
      isForAsset(request) ? `assets ${networkOf(request)}` : networkOf(request),
    // The error handler sends Retry-After.
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_, { ttl }) =>
      new ApiError(codes.tooMany, { retryAfter: Math.ceil(ttl / 1000) }),
  });
  app.addHook('onRequest', app.rateLimit());

  const inProgress = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    // The client has gone: its `close` event has passed.
    if (reply.raw.destroyed) return;
    const network = networkOf(request);
    const count = inProgress.get(network) ?? 0;
    if (count >= MAX_ANSWERS_IN_PROGRESS) throw new ApiError(codes.tooMany, { retryAfter: 1 });
    inProgress.set(network, count + 1);
    reply.raw.once('close', () => {
      const left = (inProgress.get(network) ?? 1) - 1;
      if (left > 0) inProgress.set(network, left);
      else inProgress.delete(network);
    });
  });
}
