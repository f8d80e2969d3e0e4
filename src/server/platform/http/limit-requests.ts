import { createHash, timingSafeEqual } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import { MINUTE } from '#lib/words/durations.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { networkOf } from '#server/platform/http/client-network.ts';

const MAX_NETWORKS = 20_000;

/**
 * Factor by which the rate limit is higher for static files. They are cheap to serve, and a page
 * load with an empty cache requests about 40 of them.
 */
const ASSET_LIMIT_FACTOR = 4;

/**
 * Maximum number of concurrent responses per network. An unread response can hold an open file and
 * 130 kB of memory. An office typically has a few dozen in progress.
 */
const MAX_ANSWERS_IN_PROGRESS = 500;

const isForAsset = ({ url }: { url: string }) => url.startsWith('/assets/');

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};

/** Limits requests per network before other work. Counts per process, unlike `RateLimiter`. */
export async function limitRequests(app: FastifyInstance, { config }: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // Live samples are exempt with a valid token, because one gateway sends for all vehicles.
    allowList: (request) =>
      config.INGEST_TOKEN !== undefined &&
      request.url.startsWith('/ingest/') &&
      isBearer(request, config.INGEST_TOKEN),
    max: (request) => config.CALLS_PER_NETWORK * (isForAsset(request) ? ASSET_LIMIT_FACTOR : 1),
    timeWindow: MINUTE,
    cache: MAX_NETWORKS,
    keyGenerator: (request) =>
      isForAsset(request) ? `assets ${networkOf(request)}` : networkOf(request),
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_, { ttl }) =>
      new ApiError(codes.tooMany, {
        retryAfter: Math.ceil(ttl / 1000),
        rateLimit: 'requestsOfNetwork',
      }),
  });
  app.addHook('onRequest', app.rateLimit());

  const inProgress = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    // `close` has already been emitted, so this request would be counted for ever.
    if (reply.raw.destroyed) return;
    const network = networkOf(request);
    const count = inProgress.get(network) ?? 0;
    if (count >= MAX_ANSWERS_IN_PROGRESS)
      throw new ApiError(codes.tooMany, { retryAfter: 1, rateLimit: 'responsesOfNetwork' });
    inProgress.set(network, count + 1);
    reply.raw.once('close', () => {
      const left = (inProgress.get(network) ?? 1) - 1;
      if (left > 0) inProgress.set(network, left);
      else inProgress.delete(network);
    });
  });
}

/** Compares the bearer token of a request in constant time (RFC 6750). */
export function isBearer({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean {
  const digest = (text = '') => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization), digest(`Bearer ${token}`));
}
