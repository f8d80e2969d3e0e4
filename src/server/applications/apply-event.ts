import { decisionEvents } from '#contract/audit.ts';
import { codes } from '#contract/codes.ts';
import { statesThatKnow } from '#contract/stored-application.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { lawfulGrounds } from '#machines/refusal-grounds.ts';
import { dueAtOf, traceOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { notifyWatchers } from '#server/applications/mails/post-to-desk.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import {
  type ApplicationRow,
  columnsOf,
  type EventDetails,
  emailOf,
  type LoadedRow,
  lockApplication,
  snapshotOf,
  storedMachine,
  withEnd,
} from './application-row.ts';
import { completeDecision, effects } from './effects.ts';
import { type Applied, factsOf, findApplied, recordEntry } from './history.ts';

export const applications = durableMachine<
  typeof applicationMachine,
  Scope,
  string,
  LoadedRow,
  EventDetails
>(applicationMachine, {
  load: async (scope, number) => withEnd(scope.trx, await lockApplication(scope, number)),

  read: storedMachine,

  async save({ services, trx }, { event, row: loaded, details }, next) {
    const { endedIn: _, ...row } = loaded;
    if (!event) throw new Error('An application must start with the filing');
    const { number } = row;
    const { at } = event;
    const columns = columnsOf(next);
    if (columns.revision === row.revision)
      return saveAssignee({ services, trx }, row, event, columns, details);
    const trace = [...(await traceOf(trx, number)), { at, to: columns.state, event: event.type }];
    // No new reminder while state and due date stay the same, also after an undone decision.
    const isSameDate = columns.state === row.state && columns.answer_due_at === row.answer_due_at;
    const isReminded =
      (isSameDate && row.reminded_revision === row.revision) ||
      (event.type === 'decision.undo' && row.reminded_revision === row.revision - 1);
    // Without the key: SQLite would look for rows that refer to the old one.
    const changes = {
      ...(isReminded && { reminded_revision: columns.revision }),
      ...details.columns,
      ...columns,
      updated_at: at,
      due_at: dueAtOf(await effectiveConfig(services, trx), { ...row, ...columns }, trace, at),
    };
    const changed: ApplicationRow = { ...row, ...changes };
    if (row.last_decision_json !== null && event.type !== 'decision.undo')
      await completeDecision({ services, trx }, row);
    await updateRows(trx, 'application', { number }, changes);
    await recordEntry(trx, {
      application_number: number,
      revision: changed.revision,
      at,
      actor_id: event.by.id,
      role: event.by.role,
      event: event.type,
      from_state: row.state,
      to_state: changed.state,
      text: details.text ?? null,
      facts_json: factsOf(event),
    });
    const decision = decisionEvents.find((type) => type === event.type);
    if (decision)
      await appendAuditEvent(services, trx, {
        by: { id: event.by.id, email: await emailOf(trx, event.by.id) },
        action: decision,
        reference: number,
      });
    await details.write?.(trx, changed);
    const change = { application: changed, event: event.type, by: event.by };
    await notifyWatchers({ services, trx }, change);
    return changed;
  },

  async notAccepted({ trx }, { event: sent, before, row }) {
    const { state, revision, assignee_id } = row;
    const event = withoutSecond(sent);
    if (event.revision !== revision) return new ApiError(codes.outdated, { revision, state });
    const linked = snapshotOf({ ...row, link_ended_at: null });
    if (row.link_ended_at !== null && linked.can(event))
      return new ApiError(codes.vehicleNotLinked, { linkEndedAt: row.link_ended_at });
    if (before.can(event)) return new ApiError(codes.secondOpinionNeeded, { revision, state });
    // If the machine accepts the event with a lawful ground, the given ground is wrong.
    const hasWrongGround =
      event.type === 'application.refuse' &&
      lawfulGrounds(before.context).some((ground) => before.can({ ...event, ground }));
    if (hasWrongGround) return invalid('ground', 'choice');
    if (event.type === 'deadline.extend' && before.can({ ...event, answerDueAt: Infinity }))
      return invalid('dueOn', 'range');
    // If the machine accepts a handover to the sender, the chosen colleague is wrong.
    const toSelf = event.type === 'application.handOver' ? { ...event, to: event.by } : event;
    if (before.can(toSelf)) return invalid('to', 'choice');
    const byLead = { ...toSelf, by: { ...event.by, isLead: true } };
    if (!snapshotOf({ ...row, assignee_id: null }).can(byLead))
      return new ApiError(codes.notAllowedNow, { revision, state });
    if (assignee_id === null) return new ApiError(codes.forbidden);
    return new ApiError(codes.takenByOther, { assignee: await emailOf(trx, assignee_id) });
  },

  effects,
});

/**
 * Sends an event to an application. A repeated event returns the original result.
 * @throws {ApiError} `notFound`, `outdated` when the decision was made on an older revision,
 *   `notAllowedNow` when the machine does not accept it, or `takenByOther`
 */
export async function applyEvent(
  services: Services,
  number: string,
  event: ApplicationEvent,
  eventDetails: EventDetails = {},
): Promise<Applied> {
  const earlier = await findApplied(services, number, event, eventDetails);
  if (earlier) return earlier;
  await eventDetails.permit?.();
  try {
    const { revision } = await services.store.transact((trx) =>
      applications.send({ services, trx }, number, event, eventDetails),
    );
    return { applicationNumber: number, revision };
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.code === codes.outdated;
    const other = isOutdated ? await findApplied(services, number, event, eventDetails) : null;
    if (other) return other;
    throw error;
  }
}

function withoutSecond(event: ApplicationEvent): ApplicationEvent {
  if (event.type !== 'data.approve') return event;
  const { second: _, ...approval } = event;
  return approval;
}

async function saveAssignee(
  { services, trx }: Scope,
  row: ApplicationRow,
  event: ApplicationEvent,
  { assignee_id, handed_over_by }: ReturnType<typeof columnsOf>,
  details: EventDetails,
): Promise<ApplicationRow> {
  if (assignee_id === row.assignee_id && handed_over_by === row.handed_over_by) return row;
  const changed = { ...row, assignee_id, handed_over_by };
  const { number } = row;
  await updateRows(trx, 'application', { number }, { assignee_id, handed_over_by });
  await details.write?.(trx, changed);
  // Excludes the receiver or the previous assignee, who gets a more specific mail.
  const informed = event.type === 'application.handOver' ? assignee_id : row.assignee_id;
  const without = event.type === 'application.release' || informed === null ? [] : [informed];
  await notifyWatchers(
    { services, trx },
    { application: changed, event: event.type, by: event.by, without },
  );
  return changed;
}

/** Open states of this release's chart. An application in any other state cannot be released. */
const openStates = statesThatKnow('application.release');

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
