import type { Updateable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import type { Manipulation, Target } from './target.ts';

const db = ({ portal }: Target) => portal.services.store.db;

const inFile =
  (set: Updateable<Schema['stored_file']>): Manipulation =>
  (target) =>
    changeRows(target.portal.services, 'stored_file', { application_number: target.number }, set);

/** Manual changes of rows that control sign-in and the access to data and files. */
export const changedFactors: Record<string, Manipulation> = {
  'the app of somebody is exchanged': (target) =>
    changeRows(target.portal.services, 'second_factor', {}, { secret: 'another' }),
  'wrong attempts are deleted': (target) =>
    changeRows(target.portal.services, 'second_factor', {}, { wrong_tries: 0 }),
  'a second factor is removed': (target) => db(target).deleteFrom('second_factor').execute(),
  'a second factor is inserted': async (target) => {
    const factor = await row(target.portal.services, 'second_factor', {});
    const { id } = await row(target.portal.services, 'account', { email: 'auditor@example.eu' });
    await addRows(target.portal.services, 'second_factor', { ...factor, account_id: id });
  },
  'a recovery code is inserted': async (target) => {
    const code = await row(target.portal.services, 'recovery_code', {});
    await addRows(target.portal.services, 'recovery_code', { ...code, digest: 'of another code' });
  },
  'the key of a passkey is exchanged': (target) =>
    changeRows(target.portal.services, 'passkey', {}, { public_key: 'another' }),
  'a passkey is inserted': async (target) => {
    const passkey = await row(target.portal.services, 'passkey', {});
    await addRows(target.portal.services, 'passkey', { ...passkey, id: 'another' });
  },
  'a passkey is removed': (target) => db(target).deleteFrom('passkey').execute(),

  'a vehicle is linked to somebody': (target) =>
    addRows(target.portal.services, 'vehicle_link', {
      vehicle_id: VEHICLE,
      email: 'somebody@example.eu',
    }),
  'a link is ended': (target) =>
    changeRows(target.portal.services, 'vehicle_link', {}, { linked_until: 2 }),
  'a link is attributed to another user': (target) =>
    changeRows(
      target.portal.services,
      'vehicle_link',
      { email: 'owner@example.eu' },
      { email: 'somebody@example.eu' },
    ),
  'the links of a vehicle are removed': (target) =>
    db(target).deleteFrom('vehicle_link').where('vehicle_id', '=', VEHICLE).execute(),

  'a file is marked as scanned': inFile({ scan: 'clean' }),
  'the marks of a file are changed': inFile({ marks_json: '["script"]' }),
};
