import type { SessionEnding } from '#contract/envelope.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Scope } from '#server/platform/database/services.ts';

interface Sessions {
  account: { id: string; email: string };
  because: SessionEnding;
  /** Digest of the token of the one session that ends; all end when it is left out. */
  only?: string;
  /** Digest of the token of the one that goes on. */
  except?: string;
  /** Who ended them, for the log; null of a requester's own, which the desk's log does not hold. */
  by: AuditEvent['by'] | null;
}

/** Ends an account's sessions; their tokens are answered with the reason. Returns their number. */
export async function endSessions(
  { services, trx }: Scope,
  { account, because, only, except, by }: Sessions,
): Promise<number> {
  const at = services.now();
  let ending = trx
    .updateTable('session')
    .set({ expires_at: at, ended_because: because })
    .where('account_id', '=', account.id)
    .where('ended_because', 'is', null)
    .where('expires_at', '>', at);
  if (only !== undefined) ending = ending.where('token_digest', '=', only);
  if (except !== undefined) ending = ending.where('token_digest', '!=', except);
  const { numUpdatedRows } = await ending.executeTakeFirstOrThrow();
  const count = Number(numUpdatedRows);
  if (count > 0 && by)
    await appendAuditEvent(services, trx, {
      by,
      action: 'session.end',
      detail: `${account.email}: ${count} (${because})`,
    });
  return count;
}
