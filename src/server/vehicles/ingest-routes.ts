import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { Services } from '#server/platform/database/services.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBearer } from '#server/platform/http/limit-requests.ts';
import { ingest } from './ingest.ts';

export const INGEST_PATH = '/ingest/v1/samples';
/** Size of about 30,000 samples. */
const MAX_BYTES = 4 * 2 ** 20;
const RETRY_AFTER_S = 5;

/** Receives live samples as NDJSON (`live-data.md`). Errors are problems (RFC 9457). */
export async function ingestRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = Object(error);
    if (isStorageFull(error)) return sendProblem(reply, 507);
    if (error instanceof StoreUnavailable) {
      reply.header('retry-after', RETRY_AFTER_S);
      return sendProblem(reply, 503);
    }
    if (error instanceof ApiError && error.code === codes.tooMany) {
      reply.header('retry-after', Object(error.data).retryAfter);
      return sendProblem(reply, 429);
    }
    if (statusCode >= 500) request.log.error(error);
    return sendProblem(reply, statusCode);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    (_, body, done) => done(null, body),
  );
  app.post<{ Body: Buffer | undefined }>(
    INGEST_PATH,
    {
      schema: { hide: true },
      bodyLimit: MAX_BYTES,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const token = services.config.INGEST_TOKEN;
        if (token === undefined) return sendProblem(reply, 404);
        if (isBearer(request, token)) return undefined;
        reply.header('www-authenticate', 'Bearer');
        return sendProblem(reply, 401);
      },
    },
    async ({ body }) => ingest(services, body ?? Buffer.alloc(0)),
  );
}

function sendProblem(reply: FastifyReply, status: number) {
  return reply
    .status(status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({ type: 'about:blank', title: STATUS_CODES[status], status });
}
