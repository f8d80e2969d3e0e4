import type { Transaction } from 'kysely';
import { statesWith } from '#contract/stored-application.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { dropCopies } from '#server/applications/recipients/recipient-copies.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

const BATCH = 100;

/**
 * Erases applications that ended more than `RECORD_DAYS` ago, as the privacy policy says, with all
 * that belongs to them. Answers how many.
 */
export async function purgeApplications(services: Services): Promise<number> {
  let erased = 0;
  for (let batch = BATCH; batch === BATCH; erased += batch) batch = await eraseBatch(services);
  return erased;
}

async function eraseBatch(services: Services): Promise<number> {
  const before = services.now() - services.config.RECORD_DAYS;
  const expired = await selectExpired(services.store.db, before)
    .orderBy('application.updated_at')
    .limit(BATCH)
    .execute();
  for (const { number } of expired) await eraseApplication(services, number, before);
  return expired.length;
}

/**
 * A public body's request that was granted stays until it has said that it erased the data, and a
 * refusal until the competent authority was notified of it. No application goes while a complaint or
 * dispute about it is open, and before that has ended as long ago.
 */
function selectExpired(db: Services['store']['db'], before: number) {
  return db
    .selectFrom('application')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .select('application.number')
    .where('application.state', 'in', statesWithTurn('nobody'))
    .where('application.updated_at', '<=', before)
    .where('application.number', 'not in', (query) =>
      query
        .selectFrom('authority_notice')
        .select('application_number')
        .where('notified_on', 'is', null),
    )
    .where('application.number', 'not in', (query) =>
      query
        .selectFrom('dispute')
        .select('application_number')
        .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', before)])),
    )
    .where((is) =>
      is.or([
        is('application.kind', '=', 'personal'),
        is('application.state', 'not in', statesWith('downloadable')),
        is('erasure_notice.at', '<=', before),
      ]),
    );
}

async function eraseApplication(services: Services, number: string, before: number): Promise<void> {
  const { store } = services;
  const contents = await store.transact(async (trx) => {
    await store
      .forUpdate(trx.selectFrom('application').select('number').where('number', '=', number))
      .execute();
    // Another process was first.
    const still = await selectExpired(trx, before)
      .where('application.number', '=', number)
      .executeTakeFirst();
    if (!still) return null;
    return removeRows(trx, number);
  });
  if (!contents) return;
  // Only once nothing refers to them any more; the clean-up finds what a kill leaves here.
  const why = `${number} was erased`;
  for (const id of contents.files) await storageOf(services).erase(id, why);
  for (const name of contents.reports)
    if (name) await storageOf(services, 'reports').erase(name, why);
}

/** Every row of an application; answers which contents they named. */
async function removeRows(trx: Transaction<Schema>, number: string) {
  const files = await trx
    .deleteFrom('stored_file')
    .where('application_number', '=', number)
    .returning('id')
    .execute();
  const report = await trx
    .deleteFrom('report')
    .where('application_number', '=', number)
    .returning(['file_name', 'package_name'])
    .executeTakeFirst();
  const held = await trx
    .deleteFrom('held_report')
    .where('application_number', '=', number)
    .returning('name')
    .execute();
  const copies = await dropCopies(trx, number);
  const mails = trx.selectFrom('mail').select('id').where('application_number', '=', number);
  await trx
    .deleteFrom('job')
    .where((is) => is.or([is('subject', '=', number), is('subject', 'in', mails)]))
    .execute();
  const parts = [
    'mention',
    'opinion',
    'note',
    'dispute',
    'past_authority_notice',
    'quote',
    'body_notice',
    'application_search',
    'step',
    'course',
    'deviation',
    'mail',
    'presence',
    'watch',
    'held_mail',
    'erasure_notice',
    'authority_notice',
    'supplement',
    'recipient',
  ] as const;
  for (const part of [...parts, 'history_entry'] as const)
    await trx.deleteFrom(part).where('application_number', '=', number).execute();
  await trx.deleteFrom('application').where('number', '=', number).execute();
  return {
    files: files.map(({ id }) => id),
    reports: [
      report?.file_name,
      report?.package_name,
      ...[...held, ...copies].map(({ name }) => name),
    ],
  };
}
