import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

const NAME = 'vehicle-data-access-portal';
const LONGEST_STATEMENT = 2000;

/** Sends the spans that are left and ends tracing. */
export type EndTracing = () => Promise<void>;

/**
 * Sends spans of requests, jobs and statements to an OpenTelemetry collector. The packages are
 * loaded on demand; other `OTEL_…` variables apply too.
 * @param endpoint base address of OTLP over HTTP
 */
export async function startTracing(endpoint: string): Promise<EndTracing> {
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

/** Without `startTracing` its spans are no-ops. */
export const tracer = () => trace.getTracer(NAME);

/** Runs background work in a root span. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // No message, which may quote user data.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a span for a statement, without its values, to the active span. */
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
