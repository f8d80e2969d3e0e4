import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { Services } from '#server/platform/store/services.ts';
import { ApiError } from './api-error.ts';
import { networkOf } from './client-network.ts';

const MINUTE = 60_000;
/** Networks that are counted at once; those that were not seen for longest are forgotten first. */
const MAX_NETWORKS = 20_000;

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};

/**
 * Limits the requests of one network, before anything else is done for them. Each process counts
 * for itself: this keeps a process alive; limits that must hold exactly are `Allowances`.
 */
export async function limitRequests(app: FastifyInstance, { config }: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: config.CALLS_PER_NETWORK,
    timeWindow: MINUTE,
    cache: MAX_NETWORKS,
    keyGenerator: networkOf,
    // Pages ask for dozens of built files at once, which cost next to nothing and never change.
    allowList: ({ url }) => url.startsWith('/assets/'),
    // How much is left is nobody's business; the error handler says how long to wait.
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_, { ttl }) =>
      new ApiError(codes.tooMany, { retryAfter: Math.ceil(ttl / 1000) }),
  });
  app.addHook('onRequest', app.rateLimit());
}
