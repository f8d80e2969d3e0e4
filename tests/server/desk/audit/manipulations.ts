import { createHash, createHmac } from 'node:crypto';
import type { Updateable } from 'kysely';
import { purgeApplications } from '#server/applications/retention.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { addRows, changeRows, type Portal, row, rows } from '#tests/server/fixture.ts';
import { overwrite } from '#tests/server/stored.ts';
import { changedColumns } from './changed-columns.ts';
import { changedFactors } from './changed-factors.ts';
import { changedRecords } from './changed-records.ts';
import type { Manipulation } from './target.ts';

/** The tables that hold parts of an application. */
export const partsOf = [
  'note',
  'supplement',
  'report',
  'mail',
  'application_search',
  'step',
  'course',
  'history_entry',
  'stored_file',
] as const;

/** A digest by a forger, who knows the algorithm but not the key. */
const forged = (...values: unknown[]) =>
  createHmac('sha256', 'not the key').update(JSON.stringify(values)).digest('hex');

/** Manipulations by somebody who can write to the database and the files but lacks the key. */
export const manipulations: Record<string, Manipulation> = {
  ...changedColumns,
  ...changedFactors,
  ...changedRecords,

  'an entry is changed': ({ portal }) =>
    inLog(portal).set({ actor: 'somebody@example.eu' }).where('seq', '=', 3).execute(),

  'an entry is removed': ({ portal }) =>
    db(portal).deleteFrom('audit_entry').where('seq', '=', 2).execute(),

  'an entry is inserted': async ({ portal }) => {
    const [first] = await log(portal);
    if (first) await addRows(portal.services, 'audit_entry', { ...first, seq: 0 });
  },

  'two entries are swapped': async ({ portal }) => {
    await inLog(portal).set({ seq: 100 }).where('seq', '=', 1).execute();
    await inLog(portal).set({ seq: 1 }).where('seq', '=', 2).execute();
    await inLog(portal).set({ seq: 2 }).where('seq', '=', 100).execute();
  },

  'the end of the chain is removed with its head': async ({ portal, goOn }) => {
    const seals = await sealsOf(portal);
    const entries = await log(portal);
    await goOn();
    await db(portal).deleteFrom('seal').where('seq', '>', seals.length).execute();
    await db(portal)
      .deleteFrom('audit_entry')
      .where('seq', '>', entries.at(-1)?.seq ?? 0)
      .execute();
    const end = { seal_seq: seals.length, seal_hash: seals.at(-1)?.hash ?? '' };
    await changeRows(portal.services, 'audit_head', {}, end);
  },

  'the whole chain is rebuilt': async ({ portal }) => {
    await inLog(portal).set({ actor: 'nobody@example.eu' }).execute();
    let hash = '';
    for (const { hash: _, ...seal } of await sealsOf(portal)) {
      hash = forged('seal', hash, ...Object.values(seal));
      await changeRows(portal.services, 'seal', { seq: seal.seq }, { digest: forged(seal), hash });
    }
    await changeRows(portal.services, 'audit_head', {}, { seal_hash: hash, mac: forged(hash) });
  },

  'an application is deleted with all that names it': async ({ portal, number }) => {
    for (const table of partsOf)
      await db(portal).deleteFrom(table).where('application_number', '=', number).execute();
    await db(portal).deleteFrom('application').where('number', '=', number).execute();
  },

  'a form is changed': async ({ portal, number }) => {
    const { form_json } = await application(portal, number);
    const changed = form_json.replace(/"purpose":"[^"]*"|"firstName":"[^"]*"/, '"purpose":"other"');
    if (changed === form_json) throw new Error('the form has no such field');
    await inApplication(portal, number, { form_json: changed });
  },

  'a vehicle is changed': ({ portal, number }) =>
    inApplication(portal, number, { vehicle_id: 'another-car' }),

  'a state is set without history': ({ portal, number }) =>
    inApplication(portal, number, { state: 'terminated.byHolder', code: 11 }),

  'a file is changed with its digest': async ({ portal, number }) => {
    const file = await row(portal.services, 'stored_file', { application_number: number });
    const content = 'another proof';
    await overwrite(portal.services, 'files', file.id, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await changeRows(
      portal.services,
      'stored_file',
      { id: file.id },
      { sha256, size: content.length },
    );
  },

  'the bytes of a file are changed': async ({ portal, number }) => {
    const { id } = await row(portal.services, 'stored_file', { application_number: number });
    await overwrite(portal.services, 'files', id, 'another proof');
  },

  'a report is replaced by another': ({ portal, number }) =>
    changeRows(
      portal.services,
      'report',
      { application_number: number },
      { file_name: `${'0'.repeat(32)}.xlsx`, sha256: '0'.repeat(64) },
    ),

  'a package is replaced by another': ({ portal, number }) =>
    changeRows(
      portal.services,
      'report',
      { application_number: number },
      { package_name: 'another.zip', package_sha256: '0'.repeat(64) },
    ),

  'an erasure is invented': async ({ portal, number, ...target }) => {
    const seals = await sealsOf(portal);
    const last = seals.at(-1);
    if (!last) throw new Error('nothing is sealed');
    const seal = {
      ...last,
      seq: last.seq + 1,
      kind: 'application',
      subject: JSON.stringify([number]),
      digest: '',
    };
    const hash = forged('seal', last.hash, seal);
    await addRows(portal.services, 'seal', { ...seal, hash });
    await changeRows(
      portal.services,
      'audit_head',
      {},
      { seal_seq: seal.seq, seal_hash: hash, mac: forged(hash) },
    );
    await manipulations['an application is deleted with all that names it']?.({
      portal,
      number,
      ...target,
    });
  },

  'a notice of erasure is invented': async ({ portal, number }) => {
    const { requester_id } = await application(portal, number);
    const notice = { application_number: number, recorded_by: requester_id, at: 1 };
    await addRows(portal.services, 'erasure_notice', {
      ...notice,
      erased_on: '2026-01-01',
      text: '',
    });
  },

  'a history is rewritten': ({ portal, number }) =>
    changeRows(portal.services, 'history_entry', { application_number: number }, { at: 1000 }),

  'the end of a history is removed': ({ portal, number }) =>
    db(portal)
      .deleteFrom('history_entry')
      .where('application_number', '=', number)
      .where('revision', '>', 1)
      .execute(),

  'a delivery to a third party is invented': async ({ portal, number }) => {
    const delivery = { application_number: number, email: 'thief@example.eu', language: 'en' };
    await addRows(portal.services, 'recipient', {
      ...delivery,
      token_digest: null,
      link_sent_at: 1,
      proved_at: 1,
    } as never);
    const file = { name: 'forged', application_number: number, format: 'xlsx', size: 1 };
    await addRows(portal.services, 'recipient_file', { ...file, sha256: '0'.repeat(64) } as never);
  },

  'a file is moved to another application': async ({ portal, number }) => {
    const { number: other } = await db(portal)
      .selectFrom('application')
      .select('number')
      .where('number', '!=', number)
      .executeTakeFirstOrThrow();
    await changeRows(
      portal.services,
      'stored_file',
      { application_number: number },
      { application_number: other },
    );
  },

  'an erased application is inserted again': async ({ portal, number }) => {
    const erased = await application(portal, number);
    portal.clock.advance(portal.services.config.RECORD_DAYS + 1);
    await purgeApplications(portal.services);
    await addRows(portal.services, 'application', erased);
  },

  'an application is changed, and the portal writes it': async ({ portal }) => {
    const token = await portal.signIn('owning-reviewer@example.eu', { reviewer: true });
    const { number } = await db(portal)
      .selectFrom('application')
      .select('number')
      .where('state', '=', 'qualification.submitted')
      .executeTakeFirstOrThrow();
    await changeRows(portal.services, 'application', { number }, { contact_confirmed_at: 1 });
    await portal.granted('deskTake', { applicationNumber: number }, { token });
  },

  'the end is moved, and the portal goes on': async ({ portal, goOn }) => {
    const seals = await sealsOf(portal);
    const { length, [length - 2]: end } = seals;
    await db(portal).deleteFrom('seal').where('seq', '=', length).execute();
    await changeRows(
      portal.services,
      'audit_head',
      {},
      { seal_seq: length - 1, seal_hash: end?.hash ?? '' },
    );
    await goOn();
  },
};

const db = ({ services }: Portal) => services.store.db;
const inLog = (portal: Portal) => db(portal).updateTable('audit_entry');
const log = ({ services }: Portal) => rows(services, 'audit_entry');
const sealsOf = ({ services }: Portal) => rows(services, 'seal');
const application = ({ services }: Portal, number: string) =>
  row(services, 'application', { number });
const inApplication = (
  { services }: Portal,
  number: string,
  columns: Updateable<Schema['application']>,
) => changeRows(services, 'application', { number }, columns);
