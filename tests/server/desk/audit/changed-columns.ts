import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import type { Manipulation, Target } from './target.ts';

const db = ({ portal }: Target) => portal.services.store.db;

/** Sets columns of the application by hand. */
const inApplication =
  (set: Updateable<Schema['application']>): Manipulation =>
  (target) =>
    db(target).updateTable('application').set(set).where('number', '=', target.number).execute();

const inAccount =
  (email: string, set: Updateable<Schema['account']>): Manipulation =>
  (target) =>
    db(target).updateTable('account').set(set).where('email', '=', email).execute();

/** Id of the requester, an account without a role. */
async function requesterOf(target: Target): Promise<string> {
  const { requester_id } = await db(target)
    .selectFrom('application')
    .select('requester_id')
    .where('number', '=', target.number)
    .executeTakeFirstOrThrow();
  return requester_id;
}

/** Manual changes of rows outside histories: work at the desk, and roles. */
export const changedColumns: Record<string, Manipulation> = {
  'a contact address passes for confirmed': inApplication({ contact_confirmed_at: 1 }),
  'an application is given to somebody': async (target) =>
    inApplication({ assignee_id: await requesterOf(target) })(target),
  'a due date is put off': inApplication({ due_at: 4_000_000_000_000 }),
  'a reminder passes for sent': inApplication({ reminded_revision: 99 }),
  'the queue shows another name': inApplication({ requester_name: 'somebody' }),

  'a requester is made a lead': inAccount('owner@example.eu', { is_lead: 1 }),
  'an auditor is made a lead': inAccount('auditor@example.eu', { is_lead: 1 }),
  'a role is taken away': inAccount('auditor@example.eu', { is_auditor: 0 }),
  'the account of staff gets another address': inAccount('auditor@example.eu', {
    email: 'intruder@example.eu',
  }),
  'an account with a role is put in': (target) =>
    db(target)
      .insertInto('account')
      .values({ id: 'new', email: 'b@b.eu', is_reviewer: 1, language: 'en', created_at: 1 })
      .execute(),

  'a requester gets another address': inAccount('owner@example.eu', { email: 'thief@example.eu' }),

  'a setting of the desk is changed': (target) =>
    db(target)
      .insertInto('desk_setting')
      .values({ name: 'fourEyes', value_json: '"no"' })
      .execute(),
  'a letter template is put in': (target) =>
    db(target)
      .insertInto('letter_template')
      .values({ id: 'new', name: 'New', decision: 'refusal', texts_json: '{}' })
      .execute(),
  'a lead is proposed': async (target) =>
    db(target)
      .insertInto('lead_nomination')
      .values({
        id: 'new',
        email: 'b@b.eu',
        roles: '["lead"]',
        nominated_by: await requesterOf(target),
        nominated_at: 1,
      })
      .execute(),
  'an account is linked to another person of the company': async (target) =>
    db(target)
      .insertInto('company_identity')
      .values({
        issuer: 'https://login.example.eu',
        subject: 'thief',
        account_id: await requesterOf(target),
        created_at: 1,
      })
      .execute(),

  'a second opinion is put in': async (target) => {
    const { id, application_number, author_id } = await db(target)
      .selectFrom('note')
      .selectAll()
      .executeTakeFirstOrThrow();
    await db(target)
      .insertInto('opinion')
      .values({ question_id: id, application_number, asked_of: author_id, agrees: 1 } as never)
      .execute();
  },
  'a report is put in for a dispute': (target) =>
    db(target)
      .insertInto('held_report')
      .values({
        name: 'forged.xlsx',
        application_number: target.number,
        size: 1,
        sha256: '0'.repeat(64),
        held_at: 1,
      } as never)
      .execute(),
  'data of a vehicle are put in the place of others': (target) =>
    db(target)
      .insertInto('series_object')
      .values({
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
      } as never)
      .execute(),

  'a note is changed': (target) => db(target).updateTable('note').set({ text: 'fine' }).execute(),
  'a note passes for another’s': async (target) =>
    db(target)
      .updateTable('note')
      .set({ author_id: await requesterOf(target) })
      .execute(),
  'a note is removed': (target) => db(target).deleteFrom('note').execute(),
  'a note is put in': async (target) => {
    const note = await db(target).selectFrom('note').selectAll().executeTakeFirstOrThrow();
    await db(target)
      .insertInto('note')
      .values({ ...note, id: randomUUID() })
      .execute();
  },
};
