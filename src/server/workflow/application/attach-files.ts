import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Schema } from '#server/platform/store/schema.ts';

/**
 * Makes uploaded files part of an application.
 * @throws {ApiError} `unknownFile` when one is not the owner's, belongs to another application, or holds malware
 */
export async function attachFiles(
  trx: Transaction<Schema>,
  { files, owner, number }: { files: readonly string[]; owner: string; number: string },
): Promise<void> {
  for (const id of new Set(files)) {
    const { numUpdatedRows } = await trx
      .updateTable('stored_file')
      .set({ application_number: number })
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .where('scan', '!=', 'malware')
      .where((is) =>
        is.or([is('application_number', 'is', null), is('application_number', '=', number)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError(codes.unknownFile, { file: id });
  }
}
