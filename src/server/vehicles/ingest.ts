import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { signalNamed } from '#contract/data-catalogue.ts';
import type { Services } from '#server/platform/database/services.ts';
import { EARLIEST, faultOf, MAX_CLOCK_SKEW, samplesWithoutFix } from './check-values.ts';
import { RESUMABLE, storedValues } from './compact-samples.ts';
import { type NewSample, storeSamples, vehicleIdsOf } from './live-samples.ts';

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
