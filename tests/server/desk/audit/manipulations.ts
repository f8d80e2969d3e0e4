import { createHmac } from 'node:crypto';
import { purgeApplications } from '#server/applications/retention.ts';
import { type CoveredTable, coveredTables } from '#server/platform/database/covered-tables.ts';
import { namesAccount } from '#tests/server/filled-store.ts';
import { addRows, changeRows, type Portal, row, rows } from '#tests/server/fixture.ts';
import { overwrite } from '#tests/server/stored.ts';
import { partsOf, type Target, tables } from './restore-rows.ts';

/** A digest by a forger, who knows the algorithm but not the key. */
const forged = (...values: unknown[]) =>
  createHmac('sha256', 'not the key').update(JSON.stringify(values)).digest('hex');

type Cells = Record<string, string | number | null | undefined>;

/** The first row of each covered table, with another value of each column that the chain covers. */
export async function coveredRows({ services }: Portal) {
  const idsOf = async (table: 'account' | 'note' | 'vehicle' | 'live_grant') =>
    (await rows(services, table)).map(({ id }) => id);
  const ofGrants = (['account', 'note', 'vehicle', 'live_grant'] as const).map(idsOf);
  const [accounts = [], notes, vehicles, grants] = await Promise.all(ofGrants);
  const numbers = (await rows(services, 'application')).map(({ number }) => number);
  const referredBy = (column: string) => {
    if (namesAccount(column)) return accounts;
    if (column === 'application_number') return numbers;
    if (column === 'vehicle_id') return vehicles;
    if (column === 'grant_id') return grants;
    return /^(question|answer)_id$/.test(column) ? notes : undefined;
  };
  const schema = await services.store.db.introspection.getTables();
  const covered = ['account', ...tables.toReversed()].filter((table) => coveredTables[table]);
  return Promise.all(
    covered.map(async (name) => {
      const { key, except = [] } = coveredTables[name] as CoveredTable;
      const table = name as 'note';
      const first = (await row(services, table, {})) as unknown as Cells;
      const columns = schema.find((one) => one.name === name)?.columns ?? [];
      const other: Cells = {};
      for (const { name: column, dataType } of columns) {
        const [value, known] = [first[column], referredBy(column)];
        if (except.includes(column)) continue;
        if (known) other[column] = known.find((one) => one !== value);
        else other[column] = /int/i.test(dataType) ? Number(value) + 1000 : `${value ?? ''}x`;
      }
      const where = Object.fromEntries(key.map((column) => [column, first[column]]));
      const changes = Object.entries(other).filter(([column]) => !key.includes(column));
      return { table, row: first, where, other, changes };
    }),
  );
}

export const placeOf = (table: string, row: object) =>
  `${table} ${coveredTables[table]?.key.map((column) => (row as Cells)[column]).join(' ')}`;

/** Manipulations of every covered table at once; each returns the places that a verifier must report. */
export const ofEveryTable: Record<string, (target: Target) => Promise<string[]>> = {
  'a row is changed': async ({ portal }) => {
    const found = (await coveredRows(portal)).filter(({ changes }) => changes.length > 0);
    for (const { table, where, changes } of found)
      await changeRows(portal.services, table, where, Object.fromEntries(changes));
    return found.map(({ table, row }) => placeOf(table, row));
  },

  'a row is inserted': async ({ portal }) => {
    const found = await coveredRows(portal);
    for (const { table, row, other } of found)
      await addRows(portal.services, table, { ...row, ...other } as never);
    return found.map(({ table, other }) => placeOf(table, other));
  },

  'all rows are removed': async ({ portal }) => {
    const places: string[] = [];
    for (const table of tables.filter((one) => !['seal', 'audit_head'].includes(one))) {
      if (coveredTables[table])
        places.push(...(await rows(portal.services, table)).map((one) => placeOf(table, one)));
      await db(portal).deleteFrom(table).execute();
    }
    return places;
  },
};

/** Manipulations by somebody who can write to the database and the files but lacks the key. */
export const manipulations: Record<string, (target: Target) => Promise<unknown>> = {
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
    const lastSeq = entries.at(-1)?.seq ?? 0;
    await db(portal).deleteFrom('audit_entry').where('seq', '>', lastSeq).execute();
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

  'the bytes of a file are changed': async ({ portal, number }) => {
    const { id } = await row(portal.services, 'stored_file', { application_number: number });
    await overwrite(portal.services, 'files', id, 'another proof');
  },

  'an erasure is invented': async (target) => {
    const { portal, number } = target;
    const seals = await sealsOf(portal);
    const last = seals.at(-1);
    if (!last) throw new Error('nothing is sealed');
    const subject = JSON.stringify([number]);
    const seal = { ...last, seq: last.seq + 1, kind: 'application', subject, digest: '' };
    const hash = forged('seal', last.hash, seal);
    await addRows(portal.services, 'seal', { ...seal, hash });
    const head = { seal_seq: seal.seq, seal_hash: hash, mac: forged(hash) };
    await changeRows(portal.services, 'audit_head', {}, head);
    await manipulations['an application is deleted with all that names it']?.(target);
  },

  'an erased application is inserted again': async ({ portal, number }) => {
    const erased = await row(portal.services, 'application', { number });
    portal.clock.advance(portal.services.config.RECORD_DAYS + 1);
    await purgeApplications(portal.services);
    await addRows(portal.services, 'application', erased);
  },

  'an application is changed, and the portal writes it': async ({ portal }) => {
    const token = await portal.signIn('owning-reviewer@example.eu', { reviewer: true });
    const state = 'qualification.submitted';
    const { number } = await row(portal.services, 'application', { state });
    await changeRows(portal.services, 'application', { number }, { contact_confirmed_at: 1 });
    await portal.granted('deskTake', { applicationNumber: number }, { token });
  },

  'the end is moved, and the portal goes on': async ({ portal, goOn }) => {
    const seals = await sealsOf(portal);
    const { length, [length - 2]: end } = seals;
    await db(portal).deleteFrom('seal').where('seq', '=', length).execute();
    const moved = { seal_seq: length - 1, seal_hash: end?.hash ?? '' };
    await changeRows(portal.services, 'audit_head', {}, moved);
    await goOn();
  },
};

/** SQLite accepts null and bytes in a text key; an opinion without one still allows an approval. */
export const manipulationsOnSqlite: typeof manipulations = {
  'rows without a key are inserted': async ({ portal }) => {
    for (const { table, row, where } of await coveredRows(portal)) {
      const nulls = Object.fromEntries(Object.keys(where).map((key) => [key, null]));
      await addRows(portal.services, table, { ...row, ...nulls } as never).catch(() => {});
    }
  },

  'a row is inserted with bytes as its key': async ({ portal }) => {
    const { id, ...template } = await row(portal.services, 'letter_template', {});
    const forged = { ...template, id: Buffer.from(id) as never, name: 'Other' };
    await addRows(portal.services, 'letter_template', forged);
  },
};

const db = ({ services }: Portal) => services.store.db;
const inLog = (portal: Portal) => db(portal).updateTable('audit_entry');
const log = ({ services }: Portal) => rows(services, 'audit_entry');
const sealsOf = ({ services }: Portal) => rows(services, 'seal');
