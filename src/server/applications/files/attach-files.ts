import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Files that become part of an application, and their bytes. */
export interface Attached {
  count: number;
  bytes: number;
}

/** Refuses by throwing, in the transaction, what is too much. */
export type AdmitFiles = (trx: Transaction<Schema>, attached: Attached) => Promise<void>;

/**
 * Makes uploaded files part of an application.
 * @throws {ApiError} `unknownFile` when one is not the owner's, belongs to another application, or holds malware
 */
export async function attachFiles(
  trx: Transaction<Schema>,
  {
    files,
    owner,
    number,
    admit,
  }: { files: readonly string[]; owner: string; number: string; admit?: AdmitFiles | undefined },
): Promise<void> {
  const ids = [...new Set(files)];
  if (ids.length > 0) await admit?.(trx, await newOnes(trx, ids, owner));
  for (const id of ids) {
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

/** The files of these that are part of no application so far. */
async function newOnes(
  trx: Transaction<Schema>,
  ids: readonly string[],
  owner: string,
): Promise<Attached> {
  const { count, bytes } = await trx
    .selectFrom('stored_file')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string | null>('size').as('bytes'),
    ])
    .where('id', 'in', ids)
    .where('owner_id', '=', owner)
    .where('application_number', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}
