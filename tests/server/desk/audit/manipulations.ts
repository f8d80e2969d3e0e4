import { createHash, createHmac } from 'node:crypto';
import { purgeApplications } from '#server/applications/retention.ts';
import type { Portal } from '#tests/server/fixture.ts';
import { overwrite } from '#tests/server/stored.ts';
import { changedColumns } from './changed-columns.ts';
import { changedFactors } from './changed-factors.ts';
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

/** A forger knows how the portal hashes, and has no key. */
const forged = (...values: unknown[]) =>
  createHmac('sha256', 'not the key').update(JSON.stringify(values)).digest('hex');

/** What somebody does who can write to database and files, but does not have the key. */
export const manipulations: Record<string, Manipulation> = {
  ...changedColumns,
  ...changedFactors,

  'an entry is changed': ({ portal }) =>
    inLog(portal).set({ actor: 'somebody@example.eu' }).where('seq', '=', 3).execute(),

  'an entry is removed': ({ portal }) =>
    db(portal).deleteFrom('audit_entry').where('seq', '=', 2).execute(),

  'an entry is put in': async ({ portal }) => {
    const [first] = await log(portal);
    if (first)
      await db(portal)
        .insertInto('audit_entry')
        .values({ ...first, seq: 0 })
        .execute();
  },

  'two entries change places': async ({ portal }) => {
    await inLog(portal).set({ seq: 100 }).where('seq', '=', 1).execute();
    await inLog(portal).set({ seq: 1 }).where('seq', '=', 2).execute();
    await inLog(portal).set({ seq: 2 }).where('seq', '=', 100).execute();
  },

  'the tail is cut off with its head': async ({ portal, goOn }) => {
    const seals = await sealsOf(portal);
    const entries = await log(portal);
    await goOn();
    await db(portal).deleteFrom('seal').where('seq', '>', seals.length).execute();
    await db(portal)
      .deleteFrom('audit_entry')
      .where('seq', '>', entries.at(-1)?.seq ?? 0)
      .execute();
    await db(portal)
      .updateTable('audit_head')
      .set({
        seal_seq: seals.length,
        seal_hash: seals.at(-1)?.hash ?? '',
      })
      .execute();
  },

  'the whole chain is rebuilt': async ({ portal }) => {
    await inLog(portal).set({ actor: 'nobody@example.eu' }).execute();
    let hash = '';
    for (const { hash: _, ...seal } of await sealsOf(portal)) {
      hash = forged('seal', hash, ...Object.values(seal));
      await db(portal)
        .updateTable('seal')
        .set({ digest: forged(seal), hash })
        .where('seq', '=', seal.seq)
        .execute();
    }
    await db(portal)
      .updateTable('audit_head')
      .set({ seal_hash: hash, mac: forged(hash) })
      .execute();
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
    const file = await db(portal)
      .selectFrom('stored_file')
      .selectAll()
      .where('application_number', '=', number)
      .executeTakeFirstOrThrow();
    const content = 'another proof';
    await overwrite(portal.services, 'files', file.id, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await db(portal)
      .updateTable('stored_file')
      .set({ sha256, size: content.length })
      .where('id', '=', file.id)
      .execute();
  },

  'the bytes of a file are changed': async ({ portal, number }) => {
    const { id } = await db(portal)
      .selectFrom('stored_file')
      .select('id')
      .where('application_number', '=', number)
      .executeTakeFirstOrThrow();
    await overwrite(portal.services, 'files', id, 'another proof');
  },

  'a report is put in the place of another': ({ portal, number }) =>
    db(portal)
      .updateTable('report')
      .set({ file_name: `${'0'.repeat(32)}.xlsx`, sha256: '0'.repeat(64) })
      .where('application_number', '=', number)
      .execute(),

  'a package is put in the place of another': ({ portal, number }) =>
    db(portal)
      .updateTable('report')
      .set({ package_name: 'another.zip', package_sha256: '0'.repeat(64) })
      .where('application_number', '=', number)
      .execute(),

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
    await db(portal)
      .insertInto('seal')
      .values({ ...seal, hash })
      .execute();
    await db(portal)
      .updateTable('audit_head')
      .set({ seal_seq: seal.seq, seal_hash: hash, mac: forged(hash) })
      .execute();
    await manipulations['an application is deleted with all that names it']?.({
      portal,
      number,
      ...target,
    });
  },

  'a notice of erasure is invented': async ({ portal, number }) => {
    const { requester_id } = await application(portal, number);
    const notice = { application_number: number, recorded_by: requester_id, at: 1 };
    await db(portal)
      .insertInto('erasure_notice')
      .values({ ...notice, erased_on: '2026-01-01', text: '' })
      .execute();
  },

  'a history is rewritten': ({ portal, number }) =>
    db(portal)
      .updateTable('history_entry')
      .set({ at: 1000 })
      .where('application_number', '=', number)
      .execute(),

  'the end of a history is cut off': ({ portal, number }) =>
    db(portal)
      .deleteFrom('history_entry')
      .where('application_number', '=', number)
      .where('revision', '>', 1)
      .execute(),

  'a delivery to a third party is invented': async ({ portal, number }) => {
    const delivery = { application_number: number, email: 'thief@example.eu', language: 'en' };
    await db(portal)
      .insertInto('recipient')
      .values({ ...delivery, token_digest: null, link_sent_at: 1, proved_at: 1 } as never)
      .execute();
    const file = { name: 'forged', application_number: number, format: 'xlsx', size: 1 };
    await db(portal)
      .insertInto('recipient_file')
      .values({ ...file, sha256: '0'.repeat(64) } as never)
      .execute();
  },

  'a file is moved to another application': async ({ portal, number }) => {
    const { number: other } = await db(portal)
      .selectFrom('application')
      .select('number')
      .where('number', '!=', number)
      .executeTakeFirstOrThrow();
    await db(portal)
      .updateTable('stored_file')
      .set({ application_number: other })
      .where('application_number', '=', number)
      .execute();
  },

  'an erased application is put back': async ({ portal, number }) => {
    const row = await application(portal, number);
    portal.clock.advance(portal.services.config.RECORD_DAYS + 1);
    await purgeApplications(portal.services);
    await db(portal).insertInto('application').values(row).execute();
  },

  'the end is moved, and the portal goes on': async ({ portal, goOn }) => {
    const seals = await sealsOf(portal);
    const { length, [length - 2]: end } = seals;
    await db(portal).deleteFrom('seal').where('seq', '=', length).execute();
    await db(portal)
      .updateTable('audit_head')
      .set({ seal_seq: length - 1, seal_hash: end?.hash ?? '' })
      .execute();
    await goOn();
  },
};

const db = ({ services }: Portal) => services.store.db;
const inLog = (portal: Portal) => db(portal).updateTable('audit_entry');
const log = (portal: Portal) =>
  db(portal).selectFrom('audit_entry').selectAll().orderBy('seq').execute();
const sealsOf = (portal: Portal) =>
  db(portal).selectFrom('seal').selectAll().orderBy('seq').execute();
const application = (portal: Portal, number: string) =>
  db(portal)
    .selectFrom('application')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
const inApplication = (
  portal: Portal,
  number: string,
  set: Partial<Awaited<ReturnType<typeof application>>>,
) => db(portal).updateTable('application').set(set).where('number', '=', number).execute();
