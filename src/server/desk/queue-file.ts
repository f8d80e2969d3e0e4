import { on } from 'node:events';
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { codes } from '#contract/codes.ts';
import type { Language } from '#contract/languages.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { childEnvironment, postgres } from '#server/platform/config/child-environment.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Account } from '#server/platform/http/route.ts';
import { startThread } from '#server/platform/http/start-thread.ts';
import { dayOf } from '#server/platform/words/calendar.ts';
import type { QueueFilter } from './queue-query.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const MAX_CONCURRENT = 3;
const RETRY_AFTER = 5;
/** Memory limits above what a file needs: a leak ends the thread, not the process. */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

export interface QueueFileJob {
  format: keyof typeof mediaTypes;
  filter: QueueFilter;
  reader: { id: string };
  language: Language;
  location: { dataDir: string; databaseUrl?: string | undefined };
  timeZone: string;
  /** Reference time for overdue dates, ms since the epoch. */
  at: number;
}

/** Message of the thread: application numbers of the next bytes, bytes, or null (end). */
export type FilePart = { numbers: readonly string[] } | { bytes: Uint8Array } | null;

let concurrent = 0;

/**
 * Streams applications as a file from a worker thread. Their numbers are in the access log before
 * their rows are sent.
 */
export function queueFile(
  services: Services,
  reader: Account,
  input: Pick<QueueFileJob, 'format' | 'filter' | 'language'>,
): FileAnswer {
  if (concurrent >= MAX_CONCURRENT)
    throw new ApiError(codes.tooMany, { retryAfter: RETRY_AFTER, rateLimit: 'exportsAtOnce' });
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TIME_ZONE: timeZone } = services.config;
  const at = services.now();
  const { format } = input;
  const location = { dataDir, databaseUrl };
  const job: QueueFileJob = { ...input, reader: { id: reader.id }, location, timeZone, at };
  const worker = startThread(new URL('./queue-file-worker.ts', import.meta.url), {
    workerData: job,
    env: childEnvironment(postgres),
    resourceLimits: LIMITS,
  });
  concurrent++;
  worker.once('exit', () => {
    concurrent--;
  });
  // Subscribes before returning: the worker may post the first part before the stream is read.
  const parts = on(worker, 'message') as AsyncIterable<[FilePart]>;
  const content = Readable.from(bytesOf(services, reader, worker, parts));
  // Also runs if the stream was never read.
  content.once('close', () => void worker.terminate());
  return {
    name: `applications-${dayOf(at, timeZone)}.${format}`,
    mediaType: mediaTypes[format],
    content,
  };
}

async function* bytesOf(
  services: Services,
  reader: Account,
  worker: Worker,
  parts: AsyncIterable<[FilePart]>,
) {
  for await (const [part] of parts) {
    if (part === null) {
      // Awaited, so that a slot is free when the next file is requested after this one.
      await worker.terminate();
      return;
    }
    if ('bytes' in part) yield part.bytes;
    else
      await services.store.transact((trx) =>
        appendAuditEvent(services, trx, {
          by: reader,
          action: 'queue.export',
          detail: part.numbers.join(' '),
        }),
      );
    worker.postMessage('taken');
  }
}
