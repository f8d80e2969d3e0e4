import type { FastifyInstance } from 'fastify';
import type { Telemetry } from './telemetry.ts';

/**
 * Counts each request and measures the journeys that end with a call that was answered; `journeys`
 * are their names by route.
 */
export function watchRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  journeys: Readonly<Record<string, string>>,
): void {
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: duration }) => {
    const { refusedWith } = request;
    const route = request.routeOptions.url ?? 'none';
    telemetry.countRequest({ route, status, refusedWith, duration });
    const journey = journeys[route];
    if (journey && status === 200) telemetry.observe(journey, duration);
  });
}
