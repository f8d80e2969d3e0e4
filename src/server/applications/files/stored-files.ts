import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { fileMarks, type StoredFile } from '#contract/files.ts';
import { attachmentQuotas } from '#server/applications/quotas.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';

type Row = Pick<Schema['stored_file'], 'id' | 'name' | 'size' | 'usage' | 'marks_json' | 'scan'>;

/** Unknown marks from an earlier release are ignored. */
const marks = z.array(z.string());

export function storedFileOf(row: Row): StoredFile {
  const stored: readonly string[] = marks.parse(JSON.parse(row.marks_json));
  return {
    fileId: row.id,
    name: row.name,
    size: row.size,
    usage: row.usage,
    marks: fileMarks.filter((mark) => mark === row.scan || stored.includes(mark)),
  };
}

/** Throws `unknownFile` for malware, or a file of another account or application. */
export async function attachFiles(
  { services: { store, config }, trx }: Scope,
  files: readonly string[],
  {
    number,
    vehicle_id,
    requester_id: owner,
  }: Pick<Schema['application'], 'number' | 'vehicle_id' | 'requester_id'>,
  rateLimiter: Pick<RateLimiter, 'consume'>,
): Promise<void> {
  const ids = [...new Set(files)];
  if (ids.length > 0 && vehicle_id !== null)
    await rateLimiter.consume(
      trx,
      attachmentQuotas(config, vehicle_id, await newOnes(trx, ids, owner)),
    );
  // Selects all columns, so that the audit chain reveals a row that was changed by hand.
  await store
    .forUpdate(trx.selectFrom('stored_file').selectAll().where(store.inList('id', ids)))
    .execute();
  for (const id of ids) {
    const { numUpdatedRows } = await trx
      .updateTable('stored_file')
      .set({ application_number: number })
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .where('scan', '!=', 'malware')
      .where((eb) =>
        eb.or([eb('application_number', 'is', null), eb('application_number', '=', number)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError(codes.unknownFile, { file: id });
  }
}

async function newOnes(trx: Transaction<Schema>, ids: readonly string[], owner: string) {
  const { count, bytes } = await trx
    .selectFrom('stored_file')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('size').as('bytes'),
    ])
    .where('id', 'in', ids)
    .where('owner_id', '=', owner)
    .where('application_number', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, bytes: bytes ?? 0 };
}
