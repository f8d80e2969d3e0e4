import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';

/**
 * Locks an application that an account works on at the desk, until the transaction ends; answers
 * whose it is.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when it is the account's own
 */
export async function lockAtDesk(
  { store }: Services,
  trx: Transaction<Schema>,
  account: Account,
  number: string,
): Promise<
  Pick<Schema['application'], 'state' | 'kind' | 'requester_id' | 'revision' | 'form_json'>
> {
  const row = await store
    .forUpdate(
      trx
        .selectFrom('application')
        .select(['state', 'kind', 'requester_id', 'revision', 'form_json'])
        .where('number', '=', number),
    )
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  const { state } = row;
  if (row.requester_id === account.id) throw new ApiError(codes.notAllowedNow, { state });
  return row;
}
