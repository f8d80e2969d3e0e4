import { Readable } from 'node:stream';
import { codes } from '#contract/codes.ts';
import { type EventLog, writeCsvLog, writeXes } from '#lib/event-log/event-log.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Account } from '#server/platform/http/route.ts';
import type { Filter } from './counted.ts';
import { applicationLog, logColumns } from './event-log.ts';

const formats = {
  xes: { mediaType: 'application/xml; charset=utf-8', write: writeXes },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    write: (log: EventLog) => writeCsvLog(log, logColumns),
  },
} as const;

/** Logs that a process writes at a time; a further one is for later. */
const AT_WORK = 2;
/** Seconds after which it is worth another try. */
const RETRY_AFTER = 10;

let atWork = 0;

/**
 * The histories that a filter leaves as an event log with pseudonyms, written while it is sent. The
 * audit log has it before it leaves.
 * @throws {ApiError} `tooMany` while enough of them are written
 */
export async function logFile(
  services: Services,
  reader: Account,
  format: keyof typeof formats,
  filter: Filter,
): Promise<FileAnswer> {
  if (atWork >= AT_WORK) throw new ApiError(codes.tooMany, { retryAfter: RETRY_AFTER });
  atWork++;
  try {
    const given = Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => a.localeCompare(b));
    const detail = [format, ...given.map(([name, value]) => `${name}=${value}`)].join(' ');
    await services.store.transact((trx) =>
      appendAuditEvent(services, trx, { by: reader, action: 'log.export', detail }),
    );
  } catch (error) {
    atWork--;
    throw error;
  }
  const { mediaType, write } = formats[format];
  const content = Readable.from(write(applicationLog(services, { named: false, filter })));
  // Also when nobody began to read.
  content.once('close', () => {
    atWork--;
  });
  return { name: `event-log.${format}`, mediaType, content };
}
