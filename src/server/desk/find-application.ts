import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

export async function findApplication(db: Kysely<Schema>, number: string): Promise<ApplicationRow> {
  const row = await db
    .selectFrom('application')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  return row;
}
