import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import { type SealedTable, sealContents } from '#server/platform/store/sealed-table.ts';
import type { Scope } from '#server/platform/store/services.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    /** A decision that the desk itself has to notify the competent authority of. */
    authority_notice: {
      application_number: string;
      /** When it was decided, ms since the epoch. */
      since: number;
      /** YYYY-MM-DD; this and the next three are null until the authority was notified. */
      notified_on: string | null;
      how: string | null;
      recorded_by: string | null;
      recorded_at: number | null;
    };
  }
}

/** Notices to the competent authority, by the numbers of their applications. */
export const sealedAuthorityNotices: SealedTable = {
  kind: 'authorityNotice',
  nameOf: (number) => `${number} authority notice`,
  ...sealedRows('authority_notice', 'application_number', [
    'since',
    'notified_on',
    'how',
    'recorded_by',
    'recorded_at',
  ]),
};

/**
 * Adds the task of notifying the competent authority, which takes no mail, of a decision. A later
 * decision on one application opens its task anew; one that is still open stays as old as it is.
 */
export async function addAuthorityNotice(
  { services, trx }: Scope,
  number: string,
  since: number,
): Promise<void> {
  await trx
    .insertInto('authority_notice')
    .values({
      application_number: number,
      since,
      notified_on: null,
      how: null,
      recorded_by: null,
      recorded_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('application_number')
        .doUpdateSet({ since, notified_on: null, how: null, recorded_by: null, recorded_at: null })
        .where('authority_notice.notified_on', 'is not', null),
    )
    .execute();
  await sealContents(services, trx, [sealedAuthorityNotices], [number]);
}
