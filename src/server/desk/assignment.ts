import type { Kysely } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Actor } from '#machines/application.events.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import { rolesOf } from '#server/accounts/staff/roles.ts';
import { emailOf } from '#server/applications/application-row.ts';
import { applications } from '#server/applications/apply-event.ts';
import {
  allHandedOver,
  handedOver,
  mailAtDesk,
  takenBack,
  urlAtDesk,
  withdrawFromDesk,
} from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Account, hasAccess } from '#server/platform/http/route.ts';
import { personOf } from './queue.ts';

type Assignment =
  | { type: 'application.take' | 'application.release' }
  | { type: 'application.handOver'; to: string };

/**
 * Takes or releases an application, or hands it over to another account. A handover can be taken
 * back until the receiver acts.
 * @throws {ApiError} `takenByOther` if it is assigned to someone else and the account is not a
 * lead; `notAllowedNow` if it is the account's own or has ended; `forbidden` if only a lead may do
 * this; `invalid` if the other account cannot review it
 */
export async function assign(
  services: Services,
  account: Account,
  number: string,
  assignment: Assignment,
): Promise<DataOf<typeof endpoints.deskTake>> {
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    const { assignee, receiver } = await assignOne(scope, account, number, assignment);
    if (receiver) await informReceiver(scope, receiver, assignment.type, number, account);
    return { assignee };
  });
}

/** Hands over the applications that `assign` accepts, and informs the receiver with one e-mail. */
export async function handOverAll(
  services: Services,
  by: Account,
  applicationNumbers: readonly string[],
  to: string,
): Promise<DataOf<typeof endpoints.deskHandOverAll>> {
  const assignment = { type: 'application.handOver', to } as const;
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    const handedOver: string[] = [];
    const changed: string[] = [];
    // Sorted, so that concurrent calls lock the applications in the same order.
    for (const number of [...new Set(applicationNumbers)].toSorted())
      try {
        const { receiver } = await assignOne(scope, by, number, assignment);
        handedOver.push(number);
        if (receiver) changed.push(number);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    const [number] = changed;
    if (number === undefined) return { handedOver };
    if (changed.length === 1) await informReceiver(scope, to, assignment.type, number, by);
    else {
      const applications = changed.map((each) => ({
        number: each,
        url: urlAtDesk(services, each),
      }));
      const facts = { by: by.email, applications };
      await mailAtDesk(scope, await readerOf(trx, to), number, allHandedOver, facts);
    }
    return { handedOver };
  });
}

/** Returns the assignee, and the other person to inform if the assignment changed anything. */
async function assignOne(
  { services, trx }: Scope,
  account: Account,
  applicationNumber: string,
  assignment: Assignment,
) {
  const isLead = account.roles.includes('lead');
  const by: Actor = { role: 'reviewer', id: account.id, isLead };
  let previous: string | null = null;
  let other: string | null = null;
  const { assignee_id } = await applications.send(
    { services, trx },
    applicationNumber,
    async ({ revision, assignee_id, handed_over_by }) => {
      if (handed_over_by === account.id) previous = assignee_id;
      const sent = { by, at: services.now(), revision };
      if (assignment.type !== 'application.handOver') return { type: assignment.type, ...sent };
      return { type: assignment.type, ...sent, to: await colleague(trx, assignment.to) };
    },
    {
      write: async (_, { assignee_id: to }) => {
        other = assignment.type === 'application.handOver' ? to : previous;
        await appendAuditEvent(services, trx, {
          by: account,
          action: assignment.type,
          reference: applicationNumber,
          ...(other && { detail: await emailOf(trx, other) }),
        });
      },
    },
  );
  const email = assignee_id === null ? null : await emailOf(trx, assignee_id);
  return { assignee: personOf(assignee_id, email), receiver: other === account.id ? null : other };
}

async function informReceiver(
  scope: Scope,
  id: string,
  assignment: Assignment['type'],
  number: string,
  by: Account,
): Promise<void> {
  const topic = `handover ${number} ${id}`;
  const isTakenBack = assignment === 'application.take';
  // If the mail about the handover can still be withdrawn, no second mail is needed.
  if (isTakenBack && (await withdrawFromDesk(scope.trx, topic))) return;
  const template = isTakenBack ? takenBack : handedOver;
  const facts = { number, by: by.email };
  await mailAtDesk(scope, await readerOf(scope.trx, id), number, template, facts, { topic });
}

async function colleague(db: Kysely<Schema>, id: string): Promise<Actor> {
  const account = await findRow(db, 'account', { id });
  const isReviewing = account && hasAccess({ roles: rolesOf(account) }, 'reviewer');
  return { role: isReviewing ? 'reviewer' : 'requester', id };
}
