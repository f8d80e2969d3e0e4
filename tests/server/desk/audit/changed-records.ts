import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { addRows, changeRows, type Portal, row } from '#tests/server/fixture.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import type { Manipulation, Target } from './target.ts';

/** Adds records of the desk and of live access to an application, as the portal writes them. */
export async function addRecords({ services }: Portal, application_number: string): Promise<void> {
  const { requester_id: account } = await row(services, 'application', {
    number: application_number,
  });
  const recorded = { recorded_by: account, recorded_at: 1 };
  const notice = { since: 1, notified_on: '2026-11-01', how: 'by letter', ...recorded };
  const quote = { id: 'quote', state: 'sent', currency: 'EUR', amounts_json: '[{"cents":90000}]' };
  const until = { text: '', valid_on: '2027-01-31', valid_until: 1, sent_by: account, sent_at: 1 };
  const access = { public_id: 'p', account_id: account, recipient_id: account, requested_at: 1 };
  const token = { name: 'Home', prefix: 'vda', digest: 'd', mac: 'm', data_types_json: '[]' };
  const ofApplication: Partial<Record<keyof Schema, object>> = {
    quote: { ...quote, ...until },
    authority_notice: notice,
    past_authority_notice: { id: 'past', ...notice },
    body_notice: { id: 'notice', about: 'passingOn', at: 1, recorded_by: account },
    erasure_notice: { at: 1, recorded_by: account, erased_on: '2026-11-01', text: 'All copies.' },
    supplement: { revision: 1, at: 1, text: 'The second page.', files_json: '[]' },
    earlier_record: {
      ...{ id: 'earlier', about: 'dispute', subject: 'd', facts_json: '{}', ...recorded },
      ...{ changed_by: account, changed_at: 2, withdrawn: 1 },
    },
  };
  const ended = { revoked_at: 2, created_at: 1, ends_at: 9 };
  const rows = {
    ...Object.fromEntries(
      Object.entries(ofApplication).map(([table, each]) => [
        table,
        { application_number, ...each },
      ]),
    ),
    installation: { id: 1, name: 'this one' },
    live_grant: { id: 'grant', vehicle_id: VEHICLE, state: 'suspended', ends_at: 9, ...access },
    live_token: { id: 'token', grant_id: 'grant', ...token, ...ended },
  };
  await services.store.transact(async (trx) => {
    for (const [table, values] of Object.entries(rows))
      await trx
        .insertInto(table as 'quote')
        .values(values as never)
        .execute();
  });
}

const inRow =
  <T extends keyof Schema>(table: T, set: Updateable<Schema[T]>): Manipulation =>
  ({ portal }) =>
    changeRows(portal.services, table, {}, set);

const removed =
  (table: keyof Schema): Manipulation =>
  ({ portal }) =>
    portal.services.store.db.deleteFrom(table).execute();

/** Inserts a copy of a row. */
const copied =
  <T extends keyof Schema>(table: T, changed: Partial<Schema[T]>): Manipulation =>
  async ({ portal: { services } }: Target) =>
    addRows(services, table, { ...(await row(services, table, {})), ...changed } as never);

/** Manual changes of offers, disputes, notices, supplements and live access. */
export const changedRecords: Record<string, Manipulation> = {
  'an offer is lowered': inRow('quote', { amounts_json: '[{"cents":1}]' }),
  'an offer is inserted': copied('quote', { id: 'another' }),
  'a dispute is marked as ended': inRow('dispute', { state: 'ended' }),
  'a dispute is removed': removed('dispute'),
  'the authority is marked as notified on another day': inRow('authority_notice', {
    notified_on: '2026-01-01',
  }),
  'an earlier notice to the authority is removed': removed('past_authority_notice'),
  'a notice to a body is about something else': inRow('body_notice', { about: 'acknowledgement' }),
  'a notice to a body is inserted': copied('body_notice', { id: 'another' }),
  'a notice of erasure has another text': inRow('erasure_notice', { text: '' }),
  'a correction leaves no trace': removed('earlier_record'),
  'supplied information is changed': inRow('supplement', { text: '' }),
  'supplied information is inserted': copied('supplement', { revision: 99 }),
  'suspended live access is resumed': inRow('live_grant', { state: 'active' }),
  'live access is inserted': copied('live_grant', { id: 'another', vehicle_id: 'another car' }),
  'a revoked token is valid again': inRow('live_token', { revoked_at: null }),
  'a token is inserted': copied('live_token', { id: 'another', digest: 'another' }),
  'the database is marked as another installation': inRow('installation', { name: 'another' }),
  'the installation is removed': removed('installation'),
};
