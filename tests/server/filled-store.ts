import { enqueue } from '#server/platform/jobs/queue.ts';
import { type FreshStore, freshStore } from './fresh-store.ts';

export interface Table {
  name: string;
  columns: readonly { name: string; dataType: string }[];
}

/** Applications that have a row in every table, with unique cells, and jobs. */
export interface FilledStore extends FreshStore {
  all: readonly Table[];
  /** Tables whose rows belong to an application, first that of applications. */
  tables: readonly Table[];
  insert(table: Table, row: object): Promise<unknown>;
  /** A row of an application, its note and the account. */
  rowOf(table: Table, number: string): Record<string, unknown>;
  /** Rows and jobs of an application, by table. */
  rowsOf(number: string): Promise<Record<string, unknown[]>>;
}

/** Value of every column that names an account. */
export const ACCOUNT = 'account-of-all';

/** Tables that name applications and outlive them. */
export const outlives = ['audit_entry', 'pending_read'];

export const namesAccount = (column: string) =>
  /_by$(?<!^replayed_by)|^(account|owner|author|requester|assignee|recipient)_id$|^asked_of$/.test(
    column,
  );

/** Fills a new store with applications; JSON columns contain no JSON. */
export async function fillStore(numbers: readonly string[], at: number): Promise<FilledStore> {
  const fresh = await freshStore();
  const { store } = fresh;
  const all: Table[] = await store.db.introspection.getTables();
  const belongs = ({ columns, name }: Table) =>
    columns.some((column) => column.name === 'application_number') &&
    !name.includes('trigram') &&
    !outlives.includes(name);
  const named = (name: string) => all.filter((table) => table.name === name);
  // Rows that refer to notes come after them.
  const rest = all.filter((table) => belongs(table) && table.name !== 'note');
  const tables = [...named('application'), ...named('note'), ...rest];

  let count = 0;
  function cellOf(table: string, column: string, dataType: string, number: string): unknown {
    count += 1;
    if (column === 'application_number' || (table === 'application' && column === 'number'))
      return number;
    if (namesAccount(column)) return ACCOUNT;
    if (/^(note|question|answer)_id$/.test(column)) return `note of ${number}`;
    if (table === 'note' && column === 'id') return `note of ${number}`;
    return /int/i.test(dataType) ? count : `${table} ${column} ${count}`;
  }

  const filled: FilledStore = {
    ...fresh,
    all,
    tables,
    insert: ({ name }, row) =>
      store.db
        .insertInto(name as 'application')
        .values(row as never)
        .execute(),
    rowOf: ({ columns, name: table }, number) =>
      Object.fromEntries(
        columns.map(({ name, dataType }) => [name, cellOf(table, name, dataType, number)]),
      ),
    async rowsOf(number) {
      const found: Record<string, unknown[]> = {};
      for (const { name } of tables)
        found[name] = await store.db
          .selectFrom(name as 'history_entry')
          .selectAll()
          .where(
            (name === 'application' ? 'number' : 'application_number') as never,
            '=',
            number as never,
          )
          .execute();
      const mails = (found.mail as { id: string }[]).map(({ id }) => id);
      const jobs = await store.db.selectFrom('job').selectAll().execute();
      return { ...found, job: jobs.filter(({ subject }) => [number, ...mails].includes(subject)) };
    },
  };

  const [accounts] = named('account') as [Table];
  await filled.insert(accounts, { ...filled.rowOf(accounts, ''), id: ACCOUNT });
  for (const number of numbers)
    for (const table of tables) {
      const row = filled.rowOf(table, number);
      if (table.name === 'application')
        Object.assign(row, { kind: 'personal', state: 'terminated.byRequester', updated_at: 0 });
      await filled.insert(table, row);
      const queue = (subject: string) =>
        store.transact((trx) => enqueue(trx, { kind: 'mail', subject, runAt: at }));
      if (table.name === 'application') await queue(number);
      if (table.name === 'mail') await queue(String(row.id));
    }
  return filled;
}
