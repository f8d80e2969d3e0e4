import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { codes } from '#contract/codes.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { childEnvironment, postgres } from '#server/platform/config/child-environment.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Account } from '#server/platform/http/route.ts';
import { dayOf } from '#server/platform/words/calendar.ts';
import type { Listing } from './queue-rows.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Files that a process writes at a time; a further one is for later. */
const AT_WORK = 3;
/** Seconds after which it is worth another try. */
const RETRY_AFTER = 5;
/** Far more than a file needs; it protects the calls from one that goes wrong. */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/** All that a thread needs to write a file. */
export interface QueueFileJob {
  format: keyof typeof mediaTypes;
  listing: Listing;
  location: { dataDir: string; databaseUrl?: string | undefined };
  timeZone: string;
  /** The time at which dates are overdue, ms since the epoch. */
  at: number;
}

/** What a thread sends: the applications that the next bytes tell of, bytes, and null at the end. */
export type FilePart = { numbers: readonly string[] } | { bytes: Uint8Array } | null;

let atWork = 0;

/**
 * A file of the queue, written on a thread of its own while it is sent. The log has the numbers of
 * the applications before their rows leave.
 * @throws {ApiError} `tooMany` while enough of them are written
 */
export function queueFile(
  services: Services,
  reader: Account,
  format: QueueFileJob['format'],
  listing: Omit<Listing, 'reader'>,
): FileAnswer {
  if (atWork >= AT_WORK) throw new ApiError(codes.tooMany, { retryAfter: RETRY_AFTER });
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TIME_ZONE: timeZone } = services.config;
  const at = services.now();
  const job: QueueFileJob = {
    format,
    listing: { ...listing, reader: { id: reader.id } },
    location: { dataDir, databaseUrl },
    timeZone,
    at,
  };
  const worker = new Worker(new URL('./queue-file-worker.ts', import.meta.url), {
    workerData: job,
    env: childEnvironment(postgres),
    resourceLimits: LIMITS,
  });
  atWork++;
  worker.once('exit', () => {
    atWork--;
  });
  // Listens from now on: the first part may come before anybody reads.
  const parts = on(worker, 'message') as AsyncIterable<[FilePart]>;
  const content = Readable.from(bytesOf(services, reader, worker, parts));
  // Also when nobody began to read.
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
      // Who has the whole file may ask for the next one: this one's place is free by then.
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
