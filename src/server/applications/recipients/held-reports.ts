import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

interface ReportFile {
  name: string | null;
  size: number | null;
  sha256: string | null;
}

/**
 * Keeps the files of a report that is about to go while a complaint or dispute about its application
 * is open, since that is about them. Answers if they are kept.
 */
export async function holdFiles(
  trx: Transaction<Schema>,
  application_number: string,
  files: readonly ReportFile[],
  held_at: number,
): Promise<boolean> {
  const dispute = await trx
    .selectFrom('dispute')
    .select('id')
    .where('application_number', '=', application_number)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!dispute) return false;
  for (const { name, size, sha256 } of files)
    if (name !== null && size !== null && sha256 !== null)
      await trx
        .insertInto('held_report')
        .values({ name, application_number, size, sha256, held_at })
        .execute();
  return true;
}

/** Files of earlier reports of an application, oldest first. */
export function heldReportsOf(db: Kysely<Schema>, number: string) {
  return db
    .selectFrom('held_report')
    .select(['name', 'application_number', 'size', 'sha256', 'held_at'])
    .where('application_number', '=', number)
    .orderBy('held_at')
    .orderBy('name')
    .execute();
}

/** Lets go of files of earlier reports about which no complaint or dispute is open any more. */
export async function releaseHeldReports(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('held_report')
    .where('application_number', 'not in', (query) =>
      query.selectFrom('dispute').select('application_number').where('ended_at', 'is', null),
    )
    .execute();
}
