import type { Kysely } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { Schema } from '../store/schema.ts';

/** Which entries of the log are wanted; the instants in ISO 8601. */
export interface AuditFilter {
  actor?: string | undefined;
  requester?: string | undefined;
  applicationNumber?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The entries that fit, with the address of the requester where the application is still there. */
export function selectEntries(db: Kysely<Schema>, filter: AuditFilter) {
  const { actor, requester, applicationNumber, action, from, to } = filter;
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('application', 'application.number', 'audit_entry.application_number')
    .leftJoin('account', 'account.id', 'application.requester_id');
  if (actor) query = query.where('audit_entry.actor', '=', actor);
  if (requester) query = query.where('account.email', '=', requester);
  if (applicationNumber)
    query = query.where('audit_entry.application_number', '=', applicationNumber);
  if (action) query = query.where('audit_entry.action', '=', action);
  if (from) query = query.where('audit_entry.at', '>=', Date.parse(from));
  if (to) query = query.where('audit_entry.at', '<', Date.parse(to));
  return query;
}
