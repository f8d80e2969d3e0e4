import { STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { signalNamed } from '#contract/data-catalogue.ts';
import type { Services } from '#server/platform/database/services.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBearer } from '#server/platform/http/limit-requests.ts';
import { EARLIEST, faultOf, MAX_CLOCK_SKEW, samplesWithoutFix } from './check-values.ts';
import { RESUMABLE, storedValues } from './compact-samples.ts';
import { type NewSample, storeSamples, vehicleIdsOf } from './live-samples.ts';

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

const LINES_AT_ONCE = 1000;
const MAX_REPORTED = 1000;
const MAX_TEXT = 1000;

type RejectReason =
  | 'malformed'
  | 'missing'
  | 'unknown'
  | 'wrongType'
  | 'outOfRange'
  | 'wrongUnit'
  | 'inFuture';

interface RejectedLine {
  /** From 1. */
  line: number;
  field: string | null;
  reason: RejectReason;
}

interface IngestAnswer {
  /** Samples that are now stored durably. */
  accepted: number;
  repeated: number;
  rejected: number;
  errors: RejectedLine[];
}

/**
 * Stores the samples of an NDJSON body in one transaction. Invalid lines are reported and do not
 * prevent the others from being stored.
 */
export async function ingest(services: Services, body: Buffer): Promise<IngestAnswer> {
  const lines = await parsedLines(body);
  const ids = await vehicleIdsOf(services.store, vinsIn(lines));
  const samples: NewSample[] = [];
  const errors: RejectedLine[] = [];
  let rejected = 0;
  const latest = services.now() + MAX_CLOCK_SKEW;
  const withoutFix = samplesWithoutFix(lines.flatMap(({ content }) => (content ? [content] : [])));
  for (const { line, content } of lines) {
    const checked = withoutFix.has(content ?? {})
      ? ({ field: 'value', reason: 'outOfRange' } as const)
      : sampleIn(content, ids, latest);
    if ('value' in checked) samples.push(checked);
    else if (++rejected <= MAX_REPORTED) errors.push({ line, ...checked });
    if (line % LINES_AT_ONCE === 0) await setImmediate();
  }
  const added = await storeSamples(services, await withoutStored(services, samples));
  const accepted = samples.length;
  return { accepted, repeated: accepted - added, rejected, errors };
}

/** Omits samples that are already in the series store, which the table `sample` cannot detect. */
async function withoutStored(
  services: Services,
  samples: readonly NewSample[],
): Promise<NewSample[]> {
  const before = services.now() - RESUMABLE;
  const old = samples.filter(({ capturedAt }) => capturedAt < before);
  const stored = new Map<string, ReadonlySet<string>>();
  for (const [id, own] of Map.groupBy(old, ({ vehicleId }) => vehicleId)) {
    const keys = own.map(({ signal, capturedAt }) => ({ signal, captured_at: capturedAt }));
    // If the series store is unavailable, a later compaction drops the repeated samples.
    stored.set(id, await storedValues(services, id, keys).catch(() => new Set<string>()));
  }
  return samples.filter(
    ({ vehicleId, signal, capturedAt }) => !stored.get(vehicleId)?.has(`${capturedAt} ${signal}`),
  );
}

interface Line {
  line: number;
  content: Record<string, unknown> | undefined;
}

async function parsedLines(body: Buffer): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [index, text] of body.toString('utf8').split('\n').entries()) {
    if (text.trim() !== '') lines.push({ line: index + 1, content: objectIn(text) });
    if (index % LINES_AT_ONCE === 0) await setImmediate();
  }
  return lines;
}

function objectIn(text: string): Line['content'] {
  try {
    const parsed = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL rejects a NUL character in a parameter. */
const VIN = /^\P{C}{1,100}$/u;

function vinsIn(lines: readonly Line[]): string[] {
  const vins = new Set<string>();
  for (const { content } of lines)
    if (typeof content?.vin === 'string' && VIN.test(content.vin)) vins.add(content.vin);
  return [...vins];
}

const fields = new Set(['vin', 'signal', 'value', 'unit', 'capturedAt']);
const INSTANT = z.iso.datetime({ offset: true });

function sampleIn(
  content: Line['content'],
  ids: ReadonlyMap<string, string>,
  latest: number,
): NewSample | Omit<RejectedLine, 'line'> {
  if (!content) return { field: null, reason: 'malformed' };
  for (const field in content)
    if (!fields.has(field)) return { field: field.slice(0, 100), reason: 'unknown' };
  for (const field of ['vin', 'signal', 'value', 'capturedAt'])
    if (content[field] === undefined || content[field] === null)
      return { field, reason: 'missing' };
  const { vin, signal: name, value, unit, capturedAt } = content;
  const vehicleId = ids.get(vin as string);
  if (vehicleId === undefined) return { field: 'vin', reason: 'unknown' };
  const signal = signalNamed(name as string);
  if (!signal) return { field: 'signal', reason: 'unknown' };
  if (unit !== undefined && (unit ?? '') !== signal.unit)
    return { field: 'unit', reason: 'wrongUnit' };
  const fault = faultOf(signal.name, value as NewSample['value'], '');
  if (fault) return { field: 'value', reason: fault.breach as RejectReason };
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return { field: 'value', reason: 'outOfRange' };
  const instant = INSTANT.safeParse(capturedAt);
  if (!instant.success) return { field: 'capturedAt', reason: 'malformed' };
  const at = Date.parse(instant.data);
  if (at < EARLIEST) return { field: 'capturedAt', reason: 'outOfRange' };
  if (at > latest) return { field: 'capturedAt', reason: 'inFuture' };
  return { vehicleId, signal: signal.name, value: value as NewSample['value'], capturedAt: at };
}
