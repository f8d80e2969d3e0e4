import type { Kysely, Transaction } from 'kysely';
import { transition } from 'xstate';
import { codes } from '#contract/codes.ts';
import {
  type ApplicationEvent,
  type ApplicationSnapshot,
  applicationMachine,
} from '#machines/application.machine.ts';
import {
  applicationSnapshot,
  applicationStatus,
  type StoredApplication,
  storedApplication,
} from '#machines/stored-application.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { courseOf, dueAtOf } from '#server/workflow/clock/application-clock.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import { runEffects } from './effects.ts';
import { recordEntry } from './history.ts';

export type ApplicationRow = Schema['application'];

/** What goes with an event beside the machine's own facts. */
export interface Particulars {
  /** Words for the history, and for the mail to whom it concerns. */
  text?: string;
  /** Words for the history where the mail has others. */
  recorded?: string;
  /** Columns that the event changes. */
  columns?: Partial<
    Pick<
      ApplicationRow,
      'data_request_json' | 'information_request' | 'information_items' | 'refusal_ground'
    >
  >;
  /** Further rows, written in the same transaction. */
  write?: (trx: Transaction<Schema>, application: ApplicationRow) => Promise<void>;
}

/**
 * Sends an event to an application. The machine decides; state, history entry and outgoing effects
 * are written in one transaction.
 * @throws {ApiError} `notFound`, `outdated` when the event was decided on an older revision,
 *   `notAllowedNow` when the machine does not take it, or `takenByOther`
 */
export async function applyEvent(
  services: Services,
  number: string,
  event: ApplicationEvent,
  particulars: Particulars = {},
): Promise<{ applicationNumber: string; revision: number }> {
  return services.store.transact(async (trx) => {
    const row = await lockApplication(services, trx, number);
    const before = snapshotOf(row);
    if (!before.can(event)) throw refused(before, event);
    await refuseIfTaken(trx, row, event);

    const [after, effects] = transition(applicationMachine, before, event);
    const at = services.now();
    const columns = columnsOf(after);
    const course = [...(await courseOf(trx, number)), { at, to: columns.state }];
    const changed: ApplicationRow = {
      ...row,
      information_request: null,
      information_items: null,
      ...particulars.columns,
      ...columns,
      updated_at: at,
      due_at: dueAtOf(await effectiveConfig(services, trx), { ...row, ...columns }, course, at),
    };
    await trx.updateTable('application').set(changed).where('number', '=', number).execute();
    await recordEntry(trx, {
      application_number: number,
      revision: changed.revision,
      at,
      actor_id: event.by.id,
      role: event.by.role,
      event: event.type,
      from_state: row.state,
      to_state: changed.state,
      text: particulars.recorded ?? particulars.text ?? null,
      facts_json: factsOf(event),
    });
    await particulars.write?.(trx, changed);
    await runEffects(services, trx, effects, {
      application: changed,
      event,
      text: particulars.text,
    });
    return { applicationNumber: number, revision: changed.revision };
  });
}

/** What an event carries beside type, sender and revision, as JSON; null of nothing. */
function factsOf({ type: _, by: __, revision: ___, ...facts }: ApplicationEvent): string | null {
  return Object.keys(facts).length > 0 ? JSON.stringify(facts) : null;
}

async function lockApplication(
  { store }: Services,
  trx: Transaction<Schema>,
  number: string,
): Promise<ApplicationRow> {
  const row = await store
    .forUpdate(trx.selectFrom('application').selectAll().where('number', '=', number))
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  return row;
}

/** The machine's view of a row. */
export function snapshotOf(row: ApplicationRow): ApplicationSnapshot {
  return applicationSnapshot(storedOf(row));
}

export function storedOf(row: ApplicationRow): StoredApplication {
  return {
    state: row.state,
    kind: row.kind,
    requester: row.requester_id,
    revision: row.revision,
    answerDueAt: row.answer_due_at,
  };
}

/** The columns that follow from a snapshot. */
export function columnsOf(
  snapshot: ApplicationSnapshot,
): Pick<ApplicationRow, 'state' | 'code' | 'revision' | 'answer_due_at'> {
  const { state, revision, answerDueAt } = storedApplication(snapshot);
  const { code } = applicationStatus(snapshot);
  return { state, code, revision, answer_due_at: answerDueAt };
}

/** Who has taken an application is the one who decides on it. */
export async function refuseIfTaken(
  db: Kysely<Schema>,
  { assignee_id }: ApplicationRow,
  { by }: ApplicationEvent,
): Promise<void> {
  if (by.role !== 'reviewer' || assignee_id === null || assignee_id === by.id) return;
  const { email: assignee } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', assignee_id)
    .executeTakeFirstOrThrow();
  throw new ApiError(codes.takenByOther, { assignee });
}

/** Which refusal the reader gets: what the event would have met on the current revision tells. */
export function refused(snapshot: ApplicationSnapshot, event: ApplicationEvent): ApiError {
  const { revision } = snapshot.context;
  const { state } = storedApplication(snapshot);
  const isOutdated = event.revision !== revision;
  return new ApiError(isOutdated ? codes.outdated : codes.notAllowedNow, { revision, state });
}
