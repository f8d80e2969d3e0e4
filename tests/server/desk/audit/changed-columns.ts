import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
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
