import { rm } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import { cookieLifetimes } from '#contract/limits.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { flagOf } from '#server/accounts/staff/staff-accounts.ts';
import type { Services } from '#server/platform/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { statesWithTurn } from '#server/workflow/clock/states.ts';
import { reportPath } from '#server/workflow/report/report-life.ts';

const DAY = 24 * 60 * 60 * 1000;
const BATCH = 100;

/** How long an address's wrong tries and a mail without application are kept after the last of it. */
export const SIGN_IN_TRACES = 30 * DAY;

/**
 * Erases what has outlived the times that the privacy policy tells: ended applications with all
 * that belongs to them, login tokens, traces of sign-in, records of cookie choices, and accounts
 * with nothing left. Answers how many applications went.
 */
export async function purgeExpired(services: Services): Promise<number> {
  let erased = 0;
  for (let batch = BATCH; batch === BATCH; erased += batch)
    batch = await eraseApplications(services);
  await eraseSignIns(services);
  await eraseAccounts(services);
  return erased;
}

async function eraseApplications(services: Services): Promise<number> {
  const before = services.now() - services.config.RECORD_DAYS;
  const outlived = await selectExpired(services.store.db, before)
    .orderBy('application.updated_at')
    .limit(BATCH)
    .execute();
  for (const { number } of outlived) await eraseApplication(services, number, before);
  return outlived.length;
}

/** A public body's request that was granted stays until it has said that it erased the data. */
function selectExpired(db: Services['store']['db'], before: number) {
  return db
    .selectFrom('application')
    .leftJoin('report', 'report.application_number', 'application.number')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .select('application.number')
    .where('application.state', 'in', statesWithTurn('nobody'))
    .where('application.updated_at', '<=', before)
    .where((is) =>
      is.or([
        is('report.state', 'is', null),
        is.and([
          is('report.updated_at', '<=', before),
          is('report.state', 'not in', ['queued', 'generating', 'delivered']),
        ]),
      ]),
    )
    .where((is) =>
      is.or([
        is('application.kind', '=', 'personal'),
        is('application.state', '!=', 'approved'),
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
    // Its report may have been asked for again meanwhile, or another process was first.
    const still = await selectExpired(trx, before)
      .where('application.number', '=', number)
      .executeTakeFirst();
    return still ? removeRows(trx, number) : null;
  });
  if (!contents) return;
  // Only once nothing refers to them any more; the clean-up finds what a kill leaves here.
  const storage = storageOf(services);
  for (const id of contents.files) await storage.remove(id);
  if (contents.report) await rm(reportPath(services, contents.report), { force: true });
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
    .returning('file_name')
    .executeTakeFirst();
  const mails = trx.selectFrom('mail').select('id').where('application_number', '=', number);
  await trx
    .deleteFrom('job')
    .where((is) => is.or([is('subject', '=', number), is('subject', 'in', mails)]))
    .execute();
  const parts = [
    'application_search',
    'step',
    'course',
    'deviation',
    'mail',
    'note',
    'presence',
    'erasure_notice',
    'supplement',
  ] as const;
  for (const part of [...parts, 'history_entry'] as const)
    await trx.deleteFrom(part).where('application_number', '=', number).execute();
  await trx.deleteFrom('application').where('number', '=', number).execute();
  return { files: files.map(({ id }) => id), report: report?.file_name };
}

async function eraseSignIns({ store, now }: Services): Promise<void> {
  const at = now();
  const { db } = store;
  await db.deleteFrom('session').where('expires_at', '<=', at).execute();
  await db
    .deleteFrom('challenge')
    .where(
      ({ fn, val }) => fn.coalesce('locked_until', 'sent_at', val(0)),
      '<=',
      at - SIGN_IN_TRACES,
    )
    .execute();
  await db
    .deleteFrom('mail')
    .where('application_number', 'is', null)
    .where('created_at', '<=', at - SIGN_IN_TRACES)
    .execute();
  await db
    .deleteFrom('cookie_choice')
    .where('recorded_at', '<=', at - cookieLifetimes.consent * 1000)
    .execute();
}

/** Accounts of no staff that nobody is signed in to, and with nothing left that names them. */
async function eraseAccounts({ store, config, now }: Services): Promise<void> {
  await store.db
    .deleteFrom('account')
    .where('created_at', '<=', now() - config.RECORD_DAYS)
    .where(({ and, eb }) => and(staffRoles.map((role) => eb(flagOf[role], '=', 0))))
    .where(({ and, not, exists, selectFrom }) =>
      and(
        named.map(({ table, column }) =>
          not(exists(selectFrom(table).select(column).whereRef(column, '=', 'account.id'))),
        ),
      ),
    )
    .execute();
}

/** Where an account is named. */
const named = [
  { table: 'session', column: 'session.account_id' },
  { table: 'application', column: 'application.requester_id' },
  { table: 'application', column: 'application.assignee_id' },
  { table: 'stored_file', column: 'stored_file.owner_id' },
  { table: 'note', column: 'note.author_id' },
  { table: 'presence', column: 'presence.account_id' },
  { table: 'saved_view', column: 'saved_view.account_id' },
  { table: 'erasure_notice', column: 'erasure_notice.recorded_by' },
  { table: 'second_factor', column: 'second_factor.account_id' },
  { table: 'recovery_code', column: 'recovery_code.account_id' },
] as const;
