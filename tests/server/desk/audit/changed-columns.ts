import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import type { Manipulation, Target } from './target.ts';

const db = ({ portal }: Target) => portal.services.store.db;

/** Sets columns of the application by hand. */
const inApplication =
  (set: Updateable<Schema['application']>): Manipulation =>
  (target) =>
    changeRows(target.portal.services, 'application', { number: target.number }, set);

const inAccount =
  (email: string, set: Updateable<Schema['account']>): Manipulation =>
  (target) =>
    changeRows(target.portal.services, 'account', { email }, set);

/** Id of the requester, an account without a role. */
async function requesterOf({ portal, number }: Target): Promise<string> {
  return (await row(portal.services, 'application', { number })).requester_id;
}

/** Manual changes of rows outside histories: work at the desk, and roles. */
export const changedColumns: Record<string, Manipulation> = {
  'a contact address is marked as confirmed': inApplication({ contact_confirmed_at: 1 }),
  'an application is assigned to somebody': async (target) =>
    inApplication({ assignee_id: await requesterOf(target) })(target),
  'a due date is postponed': inApplication({ due_at: 4_000_000_000_000 }),
  'a reminder is marked as sent': inApplication({ reminded_revision: 99 }),
  'the queue shows another name': inApplication({ requester_name: 'somebody' }),

  'a requester is made a lead': inAccount('owner@example.eu', { is_lead: 1 }),
  'an auditor is made a lead': inAccount('auditor@example.eu', { is_lead: 1 }),
  'a role is taken away': inAccount('auditor@example.eu', { is_auditor: 0 }),
  'the account of staff gets another address': inAccount('auditor@example.eu', {
    email: 'intruder@example.eu',
  }),
  'an account with a role is inserted': (target) =>
    addRows(target.portal.services, 'account', {
      id: 'new',
      email: 'b@b.eu',
      is_reviewer: 1,
      language: 'en',
      created_at: 1,
    }),

  'a requester gets another address': inAccount('owner@example.eu', { email: 'thief@example.eu' }),

  'a setting of the desk is changed': (target) =>
    addRows(target.portal.services, 'desk_setting', { name: 'fourEyes', value_json: '"no"' }),
  'a letter template is inserted': (target) =>
    addRows(target.portal.services, 'letter_template', {
      id: 'new',
      name: 'New',
      decision: 'refusal',
      texts_json: '{}',
    }),
  'a lead is proposed': async (target) =>
    addRows(target.portal.services, 'lead_nomination', {
      id: 'new',
      email: 'b@b.eu',
      roles: '["lead"]',
      nominated_by: await requesterOf(target),
      nominated_at: 1,
    }),
  'an account is linked to another person of the company': async (target) =>
    addRows(target.portal.services, 'company_identity', {
      issuer: 'https://login.example.eu',
      subject: 'thief',
      account_id: await requesterOf(target),
      created_at: 1,
    }),

  'a second opinion is inserted': async (target) => {
    const { id, application_number, author_id } = await row(target.portal.services, 'note', {});
    await addRows(target.portal.services, 'opinion', {
      question_id: id,
      application_number,
      asked_of: author_id,
      agrees: 1,
    } as never);
  },
  'a report is inserted for a dispute': (target) =>
    addRows(target.portal.services, 'held_report', {
      name: 'forged.xlsx',
      application_number: target.number,
      size: 1,
      sha256: '0'.repeat(64),
      held_at: 1,
    } as never),
  'data of a vehicle replace other data': (target) =>
    addRows(target.portal.services, 'series_object', {
      id: 'forged',
      vehicle_id: VEHICLE,
      number: 99,
      first_at: 1,
      last_at: 2,
      rows: 1,
      counts_json: '{}',
      size: 1,
      sha256: '0'.repeat(64),
      import_sha256: 'forged',
    } as never),

  'a note is changed': (target) => changeRows(target.portal.services, 'note', {}, { text: 'fine' }),
  'a note is attributed to another author': async (target) =>
    changeRows(target.portal.services, 'note', {}, { author_id: await requesterOf(target) }),
  'a note is removed': (target) => db(target).deleteFrom('note').execute(),
  'a note is inserted': async (target) => {
    const note = await row(target.portal.services, 'note', {});
    await addRows(target.portal.services, 'note', { ...note, id: randomUUID() });
  },
};
