import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { authorityNotice } from '#contract/notices.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';

declare module '#server/platform/database/schema.ts' {
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
    /** Notices given of one application before a later decision asked for another. */
    past_authority_notice: {
      id: string;
      application_number: string;
      since: number;
      notified_on: string;
      how: string;
      recorded_by: string;
      recorded_at: number;
    };
  }
}

/**
 * Adds the task of notifying the competent authority, which takes no mail, of a decision. A later
 * decision on one application opens its task anew, and the notice that was given is kept as a past
 * one; a task that is still open stays as old as it is. The caller has locked the application.
 */
export async function addAuthorityNotice(
  { trx }: Pick<Scope, 'trx'>,
  number: string,
  since: number,
): Promise<void> {
  const open = { since, notified_on: null, how: null, recorded_by: null, recorded_at: null };
  const given = await trx
    .selectFrom('authority_notice')
    .selectAll()
    .where('application_number', '=', number)
    .executeTakeFirst();
  if (!given) {
    await trx
      .insertInto('authority_notice')
      .values({ application_number: number, ...open })
      .execute();
  } else {
    const { notified_on, how, recorded_by, recorded_at } = given;
    if (notified_on === null || how === null || recorded_by === null || recorded_at === null)
      return;
    const id = randomUUID();
    await trx
      .insertInto('past_authority_notice')
      .values({ ...given, id, notified_on, how, recorded_by, recorded_at })
      .execute();
    await trx
      .updateTable('authority_notice')
      .set(open)
      .where('application_number', '=', number)
      .execute();
  }
}

/** The notice to the authority about one application; null where the desk has none to give. */
export async function findAuthorityNotice(
  db: Kysely<Schema>,
  number: string,
): Promise<z.infer<typeof authorityNotice> | null> {
  const row = await db
    .selectFrom('authority_notice')
    .leftJoin('account', 'account.id', 'authority_notice.recorded_by')
    .select(['since', 'notified_on', 'how', 'recorded_at', 'account.email as recorded_by'])
    .where('application_number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const earlier = await db
    .selectFrom('past_authority_notice')
    .innerJoin('account', 'account.id', 'past_authority_notice.recorded_by')
    .select(['since', 'notified_on as on', 'how', 'recorded_at as at'])
    .select('account.email as recordedBy')
    .where('application_number', '=', number)
    .orderBy('since')
    .execute();
  const { since, notified_on: on, how, recorded_at: at, recorded_by: recordedBy } = row;
  const isOpen = on === null || at === null;
  const notified = isOpen ? null : { on, how: how ?? '', at, recordedBy: recordedBy ?? '' };
  return { since, notified, earlier };
}
