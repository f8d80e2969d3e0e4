import { afterEach, beforeAll, expect } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import type { Portal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { bytesOf, namesIn, overwrite } from '#tests/server/stored.ts';
import { addRecords } from './changed-records.ts';
import { partsOf } from './manipulations.ts';
import type { Target } from './target.ts';

/** Tables that manipulations change; a table precedes those that it refers to. */
const tables = [
  ...([
    'seal',
    'opinion',
    'desk_setting',
    'letter_template',
    'company_identity',
    'lead_nomination',
    'held_report',
    'series_object',
    'audit_entry',
    'audit_head',
    'erasure_notice',
    'authority_notice',
    'past_authority_notice',
    'dispute',
    'earlier_record',
    'installation',
    'quote',
    'live_token_use',
    'live_token',
    'live_grant',
    'body_notice',
    'recipient_file',
    'recipient',
  ] as const),
  ...(['second_factor', 'recovery_code', 'passkey', 'vehicle_link'] as const),
  ...partsOf,
  'application',
] as (keyof Schema)[];

/** Starts one installation for the tests of a file, prepares it, and restores it after each. */
export function targetOfFile(prepare?: (target: Target) => Promise<void>) {
  const portal = portalOfFile(startSeededPortal);
  const unset = () => Promise.reject(new Error('The installation is not there yet'));
  const target: Target & { putBack(): Promise<void> } = {
    portal,
    number: '',
    goOn: unset,
    putBack: unset,
  };
  beforeAll(async () => {
    const token = await signInAs(portal, 'auditor@example.eu', ['auditor']);
    const { number } = await portal.applicationAt('approved');
    const { number: other } = await portal.applicationAt('submitted');
    const note = { applicationNumber: number, note: 'seen' };
    await portal.granted('deskNoteAdd', note, { token: portal.tokens.reviewer });
    const dispute = { ...endpoints.deskDisputeRecord.example, applicationNumber: other };
    await portal.granted('deskDisputeRecord', dispute, { token: portal.tokens.reviewer });
    await addRecords(portal, other);
    await addSecondFactor(portal);
    target.number = number;
    target.goOn = async () => {
      const exported = await portal.call('auditExport', { format: 'csv' }, { token });
      expect(exported.response.statusCode).toBe(200);
    };
    await prepare?.(target);
    for (let count = 0; count < 3; count++) await target.goOn();
    target.putBack = await saved(target);
  });
  afterEach(() => target.putBack());
  return target;
}

/** The app, a recovery code and a passkey of the reviewer. */
async function addSecondFactor({ services }: Portal): Promise<void> {
  await services.store.transact(async (trx) => {
    const { id: account_id } = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'reviewer@example.eu')
      .executeTakeFirstOrThrow();
    const app = { account_id, secret: 'sealed', pending_secret: null, last_step: 1 };
    await trx
      .insertInto('second_factor')
      .values({ ...app, wrong_tries: 4, locked_until: null })
      .execute();
    await trx.insertInto('recovery_code').values({ account_id, digest: 'of a code' }).execute();
    const passkey = { id: 'passkey', account_id, name: 'Laptop', public_key: 'key', counter: 7 };
    await trx
      .insertInto('passkey')
      .values({ ...passkey, transports: '[]', created_at: 1, last_used_at: null })
      .execute();
  });
}

const rowsOf = ({ portal }: Target, table: keyof Schema) =>
  portal.services.store.db
    .selectFrom(table as 'seal')
    .selectAll()
    .execute();

/** Saves everything that manipulations change; returns a function that restores it. */
async function saved(target: Target): Promise<() => Promise<void>> {
  const { services, clock } = target.portal;
  const { store, now } = services;
  const rows = await Promise.all(tables.map((table) => rowsOf(target, table)));
  const accounts = await store.db.selectFrom('account').selectAll().execute();
  const at = now();
  const contents: [Area, string, Buffer][] = [];
  for (const area of ['files', 'reports'] as const)
    for (const name of await namesIn(services, area))
      contents.push([area, name, await bytesOf(services, area, name)]);
  return async () => {
    clock.set(at);
    for (const content of contents) await overwrite(services, ...content);
    for (const table of tables) await store.db.deleteFrom(table).execute();
    for (const { id, ...account } of accounts)
      await store.db.updateTable('account').set(account).where('id', '=', id).execute();
    const ids = accounts.map(({ id }) => id);
    await store.db.deleteFrom('account').where('id', 'not in', ids).execute();
    for (const [index, table] of [...tables.entries()].reverse())
      if (rows[index]?.length)
        await store.db
          .insertInto(table as 'seal')
          .values(rows[index])
          .execute();
  };
}
