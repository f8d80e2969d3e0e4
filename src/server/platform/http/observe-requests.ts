import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Telemetry } from '#server/platform/database/telemetry.ts';
import { REQUEST_ID_HEADER } from './errors.ts';
import { tracer } from './tracing.ts';

/** Template of the route: unlike the address it holds nothing that a client sent. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none';

/**
 * Sends the id of each request, logs the request in one line and counts it. `journeys` names, by
 * route, the user journeys that end with a successful call.
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
    const { method, errorCode } = request;
    const route = routeOf(request);
    const code = errorCode === null ? {} : { code: errorCode };
    request.log.info({ method, route, status, ...code, ms: Math.round(duration) }, 'request');
    telemetry.countRequest({ route, status, errorCode, duration });
    const journey = journeys[route];
    if (journey && status === 200) telemetry.observe(journey, duration);
  });
}

/** Records a span of each request, within the span of the proxy if it sent one. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<typeof startSpan>>();
  app.addHook('onRequest', (request, _, done) => {
    const span = startSpan(request);
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    if (!span) return;
    span.setAttribute('http.response.status_code', statusCode);
    if (request.errorCode !== null) span.setAttribute('portal.code', request.errorCode);
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

function startSpan(request: FastifyRequest) {
  const { id, method, headers } = request;
  const route = routeOf(request);
  return tracer().startSpan(
    `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'portal.request_id': id },
    },
    propagation.extract(context.active(), headers),
  );
}
