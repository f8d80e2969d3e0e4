import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { Schema } from '#server/platform/database/schema.ts';

/** Filter of the log's entries; the instants in ISO 8601. */
export interface AuditFilter {
  actor?: string | undefined;
  requester?: string | undefined;
  applicationNumber?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Rows of the queue that somebody saw or saved; its detail holds the numbers, which are of one length. */
const isListing = sql<SqlBool>`audit_entry.action in ('queue.list', 'queue.export')`;

/** The applications of a requester that a listing showed. */
function listedOf(db: Kysely<Schema>, requester: string) {
  return db
    .selectFrom('application as shown')
    .innerJoin('account as owner', 'owner.id', 'shown.requester_id')
    .select('shown.number')
    .where('owner.email', '=', requester)
    .where(sql<SqlBool>`audit_entry.detail like '%' || shown.number || '%'`);
}

/** The entries that fit, with the address of the requester where the application is still there. */
export function selectEntries(db: Kysely<Schema>, filter: AuditFilter) {
  const { actor, requester, applicationNumber, action, from, to } = filter;
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('application', 'application.number', 'audit_entry.application_number')
    .leftJoin('account', 'account.id', 'application.requester_id')
    // Requesters stand in the log by their ids, and by their addresses as long as they are there.
    .leftJoin('account as acting', (join) =>
      join.onRef('acting.id', '=', 'actor_id').on('actor', '=', 'requester'),
    );
  if (actor)
    query = query.where((is) =>
      is.or([is('audit_entry.actor', '=', actor), is('acting.email', '=', actor)]),
    );
  if (requester)
    query = query.where((is) =>
      is.or([
        is('account.email', '=', requester),
        is.and([isListing, is.exists(listedOf(db, requester))]),
      ]),
    );
  if (applicationNumber)
    query = query.where((is) =>
      is.or([
        is('audit_entry.application_number', '=', applicationNumber),
        is.and([isListing, sql<SqlBool>`detail like ${`%${applicationNumber}%`}`]),
      ]),
    );
  if (action) query = query.where('audit_entry.action', '=', action);
  if (from) query = query.where('audit_entry.at', '>=', Date.parse(from));
  if (to) query = query.where('audit_entry.at', '<', Date.parse(to));
  return query;
}
