import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { type Portal, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { type SeededPortal, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { bytesOf, namesIn, overwrite } from '#tests/server/stored.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';

/** An installation, and the application that an attacker with access to the database manipulates. */
export interface Target {
  portal: SeededPortal;
  number: string;
  /** Makes further entries, as the portal does. */
  goOn(): Promise<void>;
}

/** The tables that hold parts of an application. */
export const partsOf = [
  ...(['opinion', 'held_report', 'recipient_file', 'recipient'] as const),
  ...(['note', 'supplement', 'report', 'mail', 'application_search'] as const),
  ...(['step', 'course', 'history_entry', 'stored_file'] as const),
];

/** Tables that manipulations change; a table precedes those that it refers to. */
export const tables = [
  ...(['seal', 'desk_setting', 'letter_template', 'company_identity'] as const),
  ...(['lead_nomination', 'series_object', 'audit_entry', 'audit_head'] as const),
  ...(['erasure_notice', 'authority_notice', 'past_authority_notice', 'dispute'] as const),
  ...(['earlier_record', 'installation', 'quote', 'live_token_use', 'live_token'] as const),
  ...(['live_grant', 'body_notice', 'second_factor'] as const),
  ...(['recovery_code', 'passkey', 'vehicle_link'] as const),
  ...partsOf,
  ...(['import_batch', 'signal_note', 'sample', 'latest_sample', 'live_feed'] as const),
  'application',
  'vehicle',
] as (keyof Schema)[];

/** Starts one installation for the tests of a file, prepares it, and restores it after each. */
export function targetOfFile(prepare?: (target: Target) => Promise<void>) {
  const portal = portalOfFile(startSeededPortal);
  const target = { portal } as Target & { putBack(): Promise<void> };
  beforeAll(async () => {
    const token = await signInAs(portal, 'auditor@example.eu', ['auditor']);
    const { number } = await portal.applicationAt('approved');
    const { number: other } = await portal.applicationAt('submitted');
    const note = { applicationNumber: number, note: 'seen' };
    for (let count = 0; count < 2; count++)
      await portal.granted('deskNoteAdd', note, { token: portal.tokens.reviewer });
    const dispute = { ...endpoints.deskDisputeRecord.example, applicationNumber: other };
    await portal.granted('deskDisputeRecord', dispute, { token: portal.tokens.reviewer });
    await addRecords(portal, other);
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

const OTHER_VEHICLE = 'other-car';

/**
 * Adds a row to each covered table that is empty, as the portal writes it, and another vehicle and
 * grant, to which a manipulated row may refer.
 */
async function addRecords({ services }: Portal, application_number: string): Promise<void> {
  const { requester_id: account } = await row(services, 'application', {
    number: application_number,
  });
  const { id: account_id } = await row(services, 'account', { email: 'reviewer@example.eu' });
  const note = await row(services, 'note', {});
  const recorded = { recorded_by: account, recorded_at: 1 };
  const notice = { since: 1, notified_on: '2026-11-01', how: 'by letter', ...recorded };
  const file = { size: 0, sha256: createHash('sha256').digest('hex') };
  const records: Partial<Record<keyof Schema, object>> = {
    quote: {
      ...{ id: 'quote', state: 'sent', currency: 'EUR', amounts_json: '[{"cents":90000}]' },
      ...{ text: '', valid_on: '2027-01-31', valid_until: 1, sent_by: account, sent_at: 1 },
    },
    authority_notice: notice,
    past_authority_notice: { id: 'past', ...notice },
    body_notice: { id: 'notice', about: 'passingOn', at: 1, recorded_by: account },
    erasure_notice: { at: 1, recorded_by: account, erased_on: '2026-11-01', text: 'All copies.' },
    supplement: { revision: 1, at: 1, text: 'The second page.', files_json: '[]' },
    earlier_record: {
      ...{ id: 'earlier', about: 'dispute', subject: 'd', facts_json: '{}', ...recorded },
      ...{ changed_by: account, changed_at: 2, withdrawn: 1 },
    },
    opinion: {
      ...{ question_id: note.id, application_number: note.application_number },
      ...{ asked_of: account_id, agrees: 1 },
    },
    recipient: { email: 'workshop@example.eu', language: 'en', link_sent_at: 1, proved_at: 1 },
    recipient_file: { name: 'copy.xlsx', format: 'xlsx', ...file },
    held_report: { name: 'held.xlsx', held_at: 1, ...file },
  };
  const grant = {
    ...{ id: 'grant', vehicle_id: VEHICLE, state: 'suspended', ends_at: 9, public_id: 'p' },
    ...{ account_id: account, recipient_id: account, requested_at: 1 },
  };
  const others: Partial<Record<keyof Schema, object>> = {
    installation: { id: 1, name: 'this one' },
    live_grant: grant,
    live_token: {
      ...{ id: 'token', grant_id: 'grant', name: 'Home', prefix: 'vda', digest: 'd', mac: 'm' },
      ...{ data_types_json: '[]', revoked_at: 2, created_at: 1, ends_at: 9 },
    },
    desk_setting: { name: 'remindDays', value_json: '3' },
    letter_template: { id: 'page', name: 'Page', decision: 'refusal', texts_json: '{}' },
    lead_nomination: {
      ...{ id: 'proposed', email: 'b@b.eu', roles: '["lead"]' },
      ...{ nominated_by: account, nominated_at: 1 },
    },
    company_identity: { issuer: 'https://sso.example', subject: 's', account_id, created_at: 1 },
    second_factor: { account_id, secret: 'sealed', last_step: 1, wrong_tries: 4 },
    recovery_code: { account_id, digest: 'of a code' },
    passkey: {
      ...{ id: 'passkey', account_id, name: 'Laptop', public_key: 'key', counter: 7 },
      ...{ transports: '[]', created_at: 1 },
    },
  };
  await addVehicle(services.store, { id: OTHER_VEHICLE, vin: 'VF1AAAAAAAA000009' });
  await mkdir(join(services.config.DATA_DIR, 'reports'), { recursive: true });
  for (const name of ['copy.xlsx', 'held.xlsx']) await overwrite(services, 'reports', name, '');
  const ofApplication = Object.entries(records).map(([table, record]) => [
    table,
    { application_number, ...record },
  ]);
  await services.store.transact(async (trx) => {
    // Ended: an account has one open grant a vehicle.
    const ended = { state: 'ended', ended_at: 5, vehicle_id: OTHER_VEHICLE };
    const otherGrant = { ...grant, ...ended, id: 'other grant', public_id: 'q' };
    const all = [...ofApplication, ...Object.entries(others), ['live_grant', otherGrant] as const];
    for (const [table, values] of all)
      await trx
        .insertInto(table as 'quote')
        .values(values as never)
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
