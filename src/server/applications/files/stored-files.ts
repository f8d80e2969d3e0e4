import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { type FileMark, fileMarks, type StoredFile } from '#contract/files.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

type Row = Pick<Schema['stored_file'], 'id' | 'name' | 'size' | 'usage' | 'marks_json' | 'scan'>;

/** Unknown marks from an earlier release are ignored. */
const marks = z.array(z.string());

export function storedFileOf(row: Row): StoredFile {
  return {
    fileId: row.id,
    name: row.name,
    size: row.size,
    usage: row.usage,
    marks: [...scanMarks(row.scan), ...knownMarks(row.marks_json)],
  };
}

function scanMarks(scan: Row['scan']): FileMark[] {
  return scan === 'waiting' || scan === 'malware' ? [scan] : [];
}

function knownMarks(json: string): FileMark[] {
  const stored = marks.parse(JSON.parse(json));
  return fileMarks.filter((mark) => stored.includes(mark));
}

interface Attached {
  count: number;
  bytes: number;
}

export type AdmitFiles = (trx: Transaction<Schema>, attached: Attached) => Promise<void>;

/** Throws `unknownFile` for malware, or a file of another account or application. */
export async function attachFiles(
  { services: { store }, trx }: Scope,
  {
    files,
    owner,
    number,
    admit,
  }: { files: readonly string[]; owner: string; number: string; admit?: AdmitFiles | undefined },
): Promise<void> {
  const ids = [...new Set(files)];
  if (ids.length > 0) await admit?.(trx, await newOnes(trx, ids, owner));
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

async function newOnes(
  trx: Transaction<Schema>,
  ids: readonly string[],
  owner: string,
): Promise<Attached> {
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
