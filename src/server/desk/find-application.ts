import type { ExpressionBuilder, Kysely } from 'kysely';
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

/**
 * Matches the applications of a requester. A public-sector body is recognised across its accounts by
 * its name without case and accents; several bodies may share an e-mail domain.
 */
export function isOfRequester(
  row: Pick<ApplicationRow, 'kind' | 'requester_id' | 'requester_name'>,
) {
  return ({ and, eb, or }: ExpressionBuilder<Schema, 'application'>) => {
    const isOfAccount = eb('requester_id', '=', row.requester_id);
    if (row.kind === 'personal') return isOfAccount;
    return or([isOfAccount, and({ kind: 'public', requester_name: row.requester_name })]);
  };
}
