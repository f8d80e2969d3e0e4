import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

type Part = {
  [Table in keyof Schema]: 'application_number' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

export async function rowsOf<Table extends Part>(
  db: Kysely<Schema>,
  table: Table,
  number: string,
  ...order: (keyof Schema[Table])[]
): Promise<Selectable<Schema[Table]>[]> {
  let query = db
    .selectFrom(table as 'quote')
    .selectAll()
    .where('application_number', '=', number);
  for (const column of order) query = query.orderBy(column as 'id');
  return (await query.execute()) as unknown as Selectable<Schema[Table]>[];
}
