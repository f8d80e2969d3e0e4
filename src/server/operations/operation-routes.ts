import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Telemetry } from '#server/platform/database/telemetry.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBearer } from '#server/platform/http/bearer.ts';
import { storeMetrics } from './metrics.ts';
import { type ReadinessCheck, readinessChecks, readinessOf } from './readiness.ts';

const schema = { hide: true };

export function operationRoutes(
  app: FastifyInstance,
  services: Services,
  telemetry: Telemetry,
): void {
  const readiness = readinessOf(services);
  const registries = [telemetry.registry, storeMetrics(services)];

  app.get('/livez', { schema }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );

  app.get('/readyz', { schema }, async (request, reply) => {
    const excluded = excludedBy(request);
    const notReady = await readiness(readinessChecks.filter((name) => !excluded.includes(name)));
    const status = notReady.length === 0 ? 'ready' : 'notReady';
    return reply
      .status(notReady.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, notReady });
  });

  app.get('/metrics', { schema }, async (request, reply) => {
    const token = services.config.METRICS_TOKEN;
    if (token === undefined) throw new ApiError(codes.notFound);
    if (!isBearer(request, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(codes.signedOut);
    }
    const figures = await Promise.all(registries.map((registry) => registry.metrics()));
    return reply
      .header('cache-control', 'no-store')
      .type(telemetry.registry.contentType)
      .send(figures.join('\n'));
  });
}

function excludedBy({ query }: FastifyRequest): ReadinessCheck[] {
  const { exclude } = query as { exclude?: string | string[] };
  return [exclude ?? []].flat() as ReadinessCheck[];
}
