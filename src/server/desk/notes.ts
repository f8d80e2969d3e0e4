import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Account } from '#server/platform/http/route.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { sealContents } from '#server/platform/store/sealed-table.ts';
import type { Services } from '#server/platform/store/services.ts';
import { lockAtDesk } from './lock-at-desk.ts';
import { sealedNotes } from './sealed-notes.ts';

type Note = DataOf<typeof endpoints.deskNoteAdd>;

/**
 * Adds a note to an application.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when it is the account's own
 */
export async function addNote(
  services: Services,
  account: Account,
  { applicationNumber, note: text }: { applicationNumber: string; note: string },
): Promise<Note> {
  const note = { id: randomUUID(), at: services.now(), text };
  await services.store.transact(async (trx) => {
    await lockAtDesk(services, trx, account, applicationNumber);
    await trx
      .insertInto('note')
      .values({ ...note, application_number: applicationNumber, author_id: account.id })
      .execute();
    await sealContents(services, trx, [sealedNotes], [note.id]);
    await appendAuditEvent(services, trx, {
      by: account,
      action: 'note.add',
      reference: applicationNumber,
    });
  });
  return { ...note, author: account.email };
}

/** The notes about an application, oldest first, as far as this reader may see them. */
export async function notesFor(
  db: Kysely<Schema>,
  reader: Account,
  application: { number: string; requester_id: string },
): Promise<Note[]> {
  // Staff apply as well; their colleagues' notes about that are not for them.
  if (application.requester_id === reader.id) return [];
  return db
    .selectFrom('note')
    .innerJoin('account', 'account.id', 'note.author_id')
    .select(['note.id', 'at', 'email as author', 'text'])
    .where('application_number', '=', application.number)
    .orderBy('at')
    .orderBy('note.id')
    .execute();
}
