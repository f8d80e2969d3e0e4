import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '#server/platform/store/telemetry.ts';
import { REQUEST_ID_HEADER } from './errors.ts';

/**
 * Gives each request an id, logs it in one line, counts it, and measures the journeys that end with
 * a call that was answered; `journeys` are their names by route.
 */
export function watchRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  journeys: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: duration }) => {
    const { method, refusedWith } = request;
    // Not the address: that is for whoever sent it to fill.
    const route = request.routeOptions.url ?? 'none';
    const code = refusedWith === null ? {} : { code: refusedWith };
    request.log.info({ method, route, status, ...code, ms: Math.round(duration) }, 'request');
    telemetry.countRequest({ route, status, refusedWith, duration });
    const journey = journeys[route];
    if (journey && status === 200) telemetry.observe(journey, duration);
  });
}
