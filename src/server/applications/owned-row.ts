import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

type OwnedTable = 'quote' | 'dispute' | 'report';
export type OwnedRow<Table extends OwnedTable> = Selectable<Schema[Table]> & {
  requester_id: string;
};

export async function loadOwned<Table extends OwnedTable>(
  { services: { store }, trx }: Scope,
  name: Table,
  key: 'id' | 'application_number',
  value: string,
): Promise<OwnedRow<Table>> {
  // Kysely has no type for a query of one of several tables.
  const table = name as 'quote';
  const query = trx
    .selectFrom(table)
    .innerJoin('application', 'application.number', `${table}.application_number`)
    .selectAll(table)
    .select('application.requester_id')
    .where(`${table}.${key}`, '=', value);
  const row = await store.forUpdate(query).executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  return row as object as OwnedRow<Table>;
}
