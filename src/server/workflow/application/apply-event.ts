import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { type ApplicationEvent, applicationMachine } from '#machines/application.machine.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { dueAtOf, traceOf } from '#server/workflow/clock/application-clock.ts';
import { effectiveConfig } from '#server/workflow/clock/desk-settings.ts';
import {
  type ApplicationRow,
  columnsOf,
  type Particulars,
  type Scope,
  snapshotOf,
  storedMachine,
} from './application-row.ts';
import { effects } from './effects.ts';
import { recordEntry } from './history.ts';

/** Applications as they are kept: state, history entry and effects are written together. */
export const applications = durableMachine<
  typeof applicationMachine,
  Scope,
  string,
  ApplicationRow,
  Particulars
>(applicationMachine, {
  async load({ services: { store }, trx }, number) {
    const query = trx.selectFrom('application').selectAll().where('number', '=', number);
    const row = await store.forUpdate(query).executeTakeFirst();
    if (!row) throw new ApiError(codes.notFound);
    return row;
  },

  read: storedMachine,

  async save({ services, trx }, { event, row, details }, next) {
    if (!event) throw new Error('An application begins by being filed');
    const { number } = row;
    const { at } = event;
    const columns = columnsOf(next);
    const trace = [...(await traceOf(trx, number)), { at, to: columns.state }];
    const changed: ApplicationRow = {
      ...row,
      information_request: null,
      information_items: null,
      ...details.columns,
      ...columns,
      updated_at: at,
      due_at: dueAtOf(await effectiveConfig(services, trx), { ...row, ...columns }, trace, at),
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
      text: details.recorded ?? details.text ?? null,
      facts_json: factsOf(event),
    });
    await details.write?.(trx, changed);
    return changed;
  },

  async refuse({ trx }, { event, before, row }) {
    const { state, revision } = row;
    if (event.revision !== revision) return new ApiError(codes.outdated, { revision, state });
    const untaken = snapshotOf({ ...row, assignee_id: null });
    if (!untaken.can(event) || before.context.assignee === null)
      return new ApiError(codes.notAllowedNow, { revision, state });
    return new ApiError(codes.takenByOther, { assignee: await emailOf(trx, row.assignee_id) });
  },

  effects,
});

/**
 * Sends an event to an application.
 * @throws {ApiError} `notFound`, `outdated` when the event was decided on an older revision,
 *   `notAllowedNow` when the machine does not take it, or `takenByOther`
 */
export async function applyEvent(
  services: Services,
  number: string,
  event: ApplicationEvent,
  particulars: Particulars = {},
): Promise<{ applicationNumber: string; revision: number }> {
  const { revision } = await services.store.transact((trx) =>
    applications.send({ services, trx }, number, event, particulars),
  );
  return { applicationNumber: number, revision };
}

/** Data of an event beside type, sender, instant and revision, as JSON; null when none. */
function factsOf(event: ApplicationEvent): string | null {
  const { type: _, by: __, at: ___, revision: ____, ...facts } = event;
  return Object.keys(facts).length > 0 ? JSON.stringify(facts) : null;
}

async function emailOf(db: Kysely<Schema>, id: string | null): Promise<string> {
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}
