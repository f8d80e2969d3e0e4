import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Telemetry } from '#server/platform/database/telemetry.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBearer } from '#server/platform/http/bearer.ts';
import { messageOf } from '#server/platform/http/log.ts';
import { processMetrics, storeMetrics } from './metrics.ts';
import { healthOf, withTimeout } from './readiness.ts';

/** Interval and first delay, in ms, of health checks that log failures even without a probe. */
const CHECK_EVERY = 60_000;
const FIRST_CHECK_AFTER = 5_000;

const schema = { hide: true };

export function operationRoutes(
  app: FastifyInstance,
  services: Services,
  telemetry: Telemetry,
): void {
  const health = healthOf(services, app.log);
  const ofProcess = processMetrics(services, health);
  const ofStore = storeMetrics(services);
  const timers: NodeJS.Timeout[] = [];
  app.addHook('onListen', async () => {
    const check = () => void health().catch((error) => app.log.error(error));
    timers.push(setTimeout(check, FIRST_CHECK_AFTER), setInterval(check, CHECK_EVERY));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });

  app.get('/livez', { schema }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );

  app.get('/readyz', { schema }, async (request, reply) => {
    const { exclude } = request.query as { exclude?: string | string[] };
    const { reasons, warnings } = await health([exclude ?? []].flat());
    const notReady = Object.keys(reasons);
    const status = notReady.length === 0 ? 'ready' : 'notReady';
    return reply
      .status(notReady.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, notReady, reasons, warnings });
  });

  app.get('/metrics', { schema }, async (request, reply) => {
    const token = services.config.METRICS_TOKEN;
    if (token === undefined) throw new ApiError(codes.notFound);
    if (!isBearer(request, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(codes.signedOut);
    }
    const figures = await Promise.all([
      telemetry.registry.metrics(),
      ofProcess.metrics(),
      // `portal_check` shows why metrics of the database are missing.
      withTimeout(ofStore.metrics()).catch((error) => {
        request.log.warn(`Metrics of the database are missing: ${messageOf(error)}`);
        return '';
      }),
    ]);
    return reply
      .header('cache-control', 'no-store')
      .type(telemetry.registry.contentType)
      .send(figures.join('\n'));
  });
}
