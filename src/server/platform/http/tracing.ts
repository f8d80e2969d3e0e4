import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';

const NAME = 'vehicle-data-access-portal';
const LONGEST_STATEMENT = 2000;

/**
 * Sends spans to an OpenTelemetry collector. The packages are loaded on demand. Other `OTEL_…`
 * variables apply, too.
 * @param endpoint base URL of OTLP over HTTP
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ AsyncLocalStorageContextManager }, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': NAME })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ url: tracesAddress(endpoint) }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

const tracesAddress = (endpoint: string) => `${endpoint.replace(/\/$/, '')}/v1/traces`;

const tracer = () => trace.getTracer(NAME);

export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const statement = query.sql.trimStart();
  const end = Date.now();
  const span = tracer().startSpan(statement.split(/\s/, 1)[0] ?? 'statement', {
    startTime: end - queryDurationMillis,
    attributes: { 'db.query.text': statement.slice(0, LONGEST_STATEMENT) },
  });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}

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

export const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none';
