import type { Kysely } from 'kysely';

interface Named {
  user?: { lastName?: string; firstName?: string; middleName?: string };
  departmentName?: string;
}

interface Rows {
  application: { number: string; form_json: string; requester_name: string };
}

const BATCH = 500;

/**
 * The queue sorted by each of its columns: the name of who applies stands in the row, and the index
 * holds all that is sorted by, so that no wide row is read.
 */
export async function up(db: Kysely<Rows>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('application')
    .addColumn('requester_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('application')
      .select(['number', 'form_json'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(BATCH)
      .execute();
    for (const { number, form_json } of rows)
      await db
        .updateTable('application')
        .set({ requester_name: nameOf(JSON.parse(form_json)) })
        .where('number', '=', number)
        .execute();
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.number;
  }
  await schema.dropIndex('application_queue').execute();
  await schema
    .createIndex('application_queue')
    .on('application')
    .columns(['due_at', 'number', 'state', 'kind', 'assignee_id', 'created_at', 'requester_name'])
    .execute();
}

function nameOf({ user, departmentName }: Named): string {
  return [user?.lastName, user?.firstName, user?.middleName, departmentName]
    .filter(Boolean)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l');
}
