import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import type { Manipulation, Target } from './target.ts';

const db = ({ portal }: Target) => portal.services.store.db;

const inFile =
  (set: Updateable<Schema['stored_file']>): Manipulation =>
  (target) =>
    db(target)
      .updateTable('stored_file')
      .set(set)
      .where('application_number', '=', target.number)
      .execute();

/** Changes by hand of what lets somebody in, and of what lets data and files out. */
export const changedFactors: Record<string, Manipulation> = {
  'the app of somebody is exchanged': (target) =>
    db(target).updateTable('second_factor').set({ secret: 'another' }).execute(),
  'wrong tries are forgotten': (target) =>
    db(target).updateTable('second_factor').set({ wrong_tries: 0 }).execute(),
  'a second factor is removed': (target) => db(target).deleteFrom('second_factor').execute(),
  'a second factor is put in': async (target) => {
    const factor = await db(target)
      .selectFrom('second_factor')
      .selectAll()
      .executeTakeFirstOrThrow();
    const { id } = await db(target)
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'auditor@example.eu')
      .executeTakeFirstOrThrow();
    await db(target)
      .insertInto('second_factor')
      .values({ ...factor, account_id: id })
      .execute();
  },
  'a recovery code is put in': async (target) => {
    const code = await db(target).selectFrom('recovery_code').selectAll().executeTakeFirstOrThrow();
    await db(target)
      .insertInto('recovery_code')
      .values({ ...code, digest: 'of another code' })
      .execute();
  },
  'the key of a passkey is exchanged': (target) =>
    db(target).updateTable('passkey').set({ public_key: 'another' }).execute(),
  'a passkey is put in': async (target) => {
    const passkey = await db(target).selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
    await db(target)
      .insertInto('passkey')
      .values({ ...passkey, id: 'another' })
      .execute();
  },
  'a passkey is removed': (target) => db(target).deleteFrom('passkey').execute(),

  'a vehicle is linked to somebody': (target) =>
    db(target)
      .insertInto('vehicle_link')
      .values({ vehicle_id: VEHICLE, email: 'somebody@example.eu' })
      .execute(),
  'a link is ended': (target) =>
    db(target).updateTable('vehicle_link').set({ linked_until: 2 }).execute(),
  'a link passes for another’s': (target) =>
    db(target)
      .updateTable('vehicle_link')
      .set({ email: 'somebody@example.eu' })
      .where('email', '=', 'owner@example.eu')
      .execute(),
  'the links of a vehicle are removed': (target) =>
    db(target).deleteFrom('vehicle_link').where('vehicle_id', '=', VEHICLE).execute(),

  'a file passes for scanned': inFile({ scan: 'clean' }),
  'the marks of a file are changed': inFile({ marks_json: '["script"]' }),
};
