import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { csvLine, type FileAnswer } from '#server/platform/http/file-answers.ts';
import { type AuditFilter, selectEntries } from './audit-filter.ts';

type Entry = Schema['audit_entry'];
type Pages = AsyncGenerator<readonly Entry[]>;

/** Entries that are in memory at a time. */
const PAGE = 1000;

const columns = [
  'seq',
  'at',
  'actor_id',
  'actor',
  'action',
  'application_number',
  'detail',
  'hash',
] as const satisfies (keyof Entry)[];

/** The entries that fit, oldest first, written while they are read; instants in ISO 8601. */
export async function auditFile(
  services: Services,
  format: 'csv' | 'jsonl',
  filter: AuditFilter,
): Promise<FileAnswer> {
  const { seq } = await services.store.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  const pages = pagesUpTo(seq ?? 0, services, filter);
  return format === 'csv'
    ? {
        name: 'audit-log.csv',
        mediaType: 'text/csv; charset=utf-8',
        content: Readable.from(csv(pages)),
      }
    : {
        name: 'audit-log.jsonl',
        mediaType: 'application/x-ndjson; charset=utf-8',
        content: Readable.from(jsonLines(pages)),
      };
}

async function* pagesUpTo(last: number, { store }: Services, filter: AuditFilter): Pages {
  for (let after = 0; ; ) {
    const rows = await selectEntries(store.db, filter)
      .selectAll('audit_entry')
      .where('audit_entry.seq', '>', after)
      .where('audit_entry.seq', '<=', last)
      .orderBy('audit_entry.seq')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.seq ?? last;
    // The embedded database answers within the same turn: other calls have theirs here.
    await setImmediate();
  }
}

/** RFC 4180. */
async function* csv(pages: Pages) {
  yield csvLine(columns);
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map((column) => exported(row)[column]))).join('');
  }
}

/** One JSON object a line. */
async function* jsonLines(pages: Pages) {
  for await (const rows of pages)
    yield rows.map((row) => `${JSON.stringify(exported(row))}\n`).join('');
}

const exported = (row: Entry) => ({ ...row, at: new Date(row.at).toISOString() });
