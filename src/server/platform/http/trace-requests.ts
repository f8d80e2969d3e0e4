import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tracer } from '#server/platform/store/tracing.ts';

/** Makes a span of each request, of which the proxy's may be the parent; what it asks for is in it. */
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
    if (request.refusedWith !== null) span.setAttribute('portal.code', request.refusedWith);
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

/** Names no address: that is for whoever sent it to fill. */
function startSpan({ id, method, routeOptions, headers }: FastifyRequest) {
  const route = routeOptions.url ?? 'none';
  return tracer().startSpan(
    `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'portal.request_id': id },
    },
    propagation.extract(context.active(), headers),
  );
}
