import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { appendAuditEvent, flushReads } from '#server/platform/audit/audit-log.ts';
import { countRows, findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { csvLine, type FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Route } from '#server/platform/http/route.ts';
import { verifyAll } from './verify.ts';

export function auditRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.auditTrail, async ({ page, pageSize, ...filter }) => {
    await flushReads(store);
    const found = selectEntries(store.db, filter);
    const total = await countRows(found);
    const items = await found
      .leftJoin('stored_file', 'stored_file.id', 'audit_entry.detail')
      .leftJoin('account as subject', 'subject.id', 'audit_entry.detail')
      .select(['audit_entry.seq', 'audit_entry.at', 'action'])
      .select(({ fn }) => [
        fn.coalesce('acting.email', 'actor').as('actor'),
        fn.coalesce('stored_file.name', 'subject.email', 'audit_entry.detail').as('detail'),
      ])
      .select(['audit_entry.application_number as applicationNumber', 'account.email as requester'])
      .orderBy('audit_entry.seq', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { total, items };
  });

  route(endpoints.auditVerify, () => verifyAll(services));

  route(endpoints.auditExport, async ({ format, ...filter }, { account }) => {
    await flushReads(store);
    await store.transact(async (trx) => {
      const criteria = { ...filter, requester: await idOf(trx, filter.requester) };
      const detail = Object.entries(criteria)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${value}`);
      await appendAuditEvent(services, trx, {
        by: account,
        action: 'audit.export',
        detail: [format, ...detail].join(' '),
      });
    });
    return auditFile(services, format, filter);
  });
}

/** Returns a requester's account id, because the log must not contain the address after erasure. */
async function idOf(trx: Transaction<Schema>, email: string | undefined) {
  if (email === undefined) return undefined;
  const account = await findRow(trx, 'account', { email });
  return account?.id ?? 'unknown';
}

type AuditFilter = Omit<InputOf<typeof endpoints.auditExport>, 'format'>;

/** Entries that list application numbers, which `like` can find: all have the same length. */
const isListing = sql<SqlBool>`audit_entry.action in ('queue.list', 'queue.export')`;

function listedOf(db: Kysely<Schema>, requester: string) {
  return db
    .selectFrom('application as shown')
    .innerJoin('account as owner', 'owner.id', 'shown.requester_id')
    .select('shown.number')
    .where('owner.email', '=', requester)
    .where(sql<SqlBool>`audit_entry.detail like '%' || shown.number || '%'`);
}

function selectEntries(db: Kysely<Schema>, filter: AuditFilter) {
  const { actor, requester, applicationNumber, action, from, to } = filter;
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('application', 'application.number', 'audit_entry.application_number')
    .leftJoin('account', 'account.id', 'application.requester_id')
    // The log contains only ids of requesters; the address is available while the account exists.
    .leftJoin('account as acting', (join) =>
      join.onRef('acting.id', '=', 'actor_id').on('actor', '=', 'requester'),
    );
  if (actor)
    query = query.where((eb) =>
      eb.or([eb('audit_entry.actor', '=', actor), eb('acting.email', '=', actor)]),
    );
  if (requester)
    query = query.where((eb) =>
      eb.or([
        eb('account.email', '=', requester),
        eb.and([isListing, eb.exists(listedOf(db, requester))]),
      ]),
    );
  if (applicationNumber)
    query = query.where((eb) =>
      eb.or([
        eb('audit_entry.application_number', '=', applicationNumber),
        eb.and([isListing, sql<SqlBool>`detail like ${`%${applicationNumber}%`}`]),
      ]),
    );
  if (action) query = query.where('audit_entry.action', '=', action);
  if (from) query = query.where('audit_entry.at', '>=', Date.parse(from));
  if (to) query = query.where('audit_entry.at', '<', Date.parse(to));
  return query;
}

type Entry = Schema['audit_entry'];
type Pages = AsyncGenerator<readonly Entry[]>;

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

export async function auditFile(
  services: Services,
  format: keyof typeof formats,
  filter: AuditFilter,
): Promise<FileAnswer> {
  const { seq } = await services.store.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  const pages = pagesUpTo(seq ?? 0, services, filter);
  const { mediaType, lines } = formats[format];
  return { name: `audit-log.${format}`, mediaType, content: Readable.from(lines(pages)) };
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
    await yieldToEventLoop();
  }
}

async function* csv(pages: Pages) {
  yield csvLine(columns);
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map((column) => exported(row)[column]))).join('');
  }
}

async function* jsonLines(pages: Pages) {
  for await (const rows of pages)
    yield rows.map((row) => `${JSON.stringify(exported(row))}\n`).join('');
}

const formats = {
  csv: { mediaType: 'text/csv; charset=utf-8', lines: csv },
  jsonl: { mediaType: 'application/x-ndjson; charset=utf-8', lines: jsonLines },
};

const exported = (row: Entry) => ({ ...row, at: new Date(row.at).toISOString() });
