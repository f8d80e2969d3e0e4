import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import type { ApplicationRow } from './application-row.ts';

/**
 * Matches the applications of a requester. A public-sector body is recognised by its account and,
 * across its accounts, by its name without case, accents and punctuation; several bodies may share
 * an e-mail domain.
 */
export function isOfRequester(
  row: Pick<ApplicationRow, 'kind' | 'requester_id' | 'requester_name'>,
) {
  return ({ and, eb, or }: ExpressionBuilder<Schema, 'application'>) => {
    const isOfAccount = eb('requester_id', '=', row.requester_id);
    if (row.kind === 'personal' || !row.requester_name) return isOfAccount;
    return or([isOfAccount, and({ kind: 'public', requester_name: row.requester_name })]);
  };
}
