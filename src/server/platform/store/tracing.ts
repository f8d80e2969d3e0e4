import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

const NAME = 'vehicle-data-access-portal';
/** Longest text of a statement in a span. */
const LONGEST_STATEMENT = 2000;

/** Ends the sending of spans, those that wait sent first. */
export type EndTracing = () => Promise<void>;

/**
 * Sends spans of calls, jobs and statements to an OpenTelemetry collector; the packages for it are
 * loaded only then. Further variables of OpenTelemetry, such as `OTEL_EXPORTER_OTLP_HEADERS`, hold.
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

/** Makes the spans; they are nothing while nobody collects them. */
export const tracer = () => trace.getTracer(NAME);

/** Does work that nobody called for within a span of its own. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Not its words, which may quote what somebody sent.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a span about a statement to that of the call or job it is part of; without its values. */
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
