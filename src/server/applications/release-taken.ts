import { statesThatKnow } from '#contract/stored-application.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { applications } from './apply-event.ts';

/** One of an earlier release can no more be given back than otherwise driven. */
const openStates = statesThatKnow('application.release');

/** Releases the open applications that a reviewer has taken, in the name of who ends their role. */
export async function releaseTaken(
  { services, trx }: Scope,
  by: AuditEvent['by'],
  id: string,
): Promise<void> {
  const taken = await services.store
    .forUpdate(
      trx
        .selectFrom('application')
        .select(['number', 'revision'])
        .where('assignee_id', '=', id)
        .where('state', 'in', openStates)
        .orderBy('number'),
    )
    .execute();
  for (const { number: applicationNumber, revision } of taken)
    await applications.send(
      { services, trx },
      applicationNumber,
      {
        type: 'application.release',
        by: { role: 'reviewer', id },
        at: services.now(),
        revision,
      },
      {
        write: () =>
          appendAuditEvent(services, trx, {
            by,
            action: 'application.release',
            reference: applicationNumber,
          }),
      },
    );
}
