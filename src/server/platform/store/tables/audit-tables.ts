import type { AuditAction } from '#contract/audit.ts';

/** Written once, never changed; `hash` covers the entry and the hash before it. */
export interface AuditEntryTable {
  seq: number;
  at: number;
  actor_id: string;
  /** Address of the actor at that time. */
  actor: string;
  action: AuditAction;
  application_number: string | null;
  detail: string | null;
  hash: string;
}

/** One row: the end of the chain, locked while an entry is added. */
export interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}
