import assert from 'node:assert/strict';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { SIGN_IN_TRACE_DAYS } from '#contract/limits.ts';
import { isApplicationState } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { everyTable, everything } from '../server/stored.ts';
import { eventually } from './eventually.ts';
import type { Filing, Ledger } from './ledger.ts';

const DAY = 86_400_000;
const RECORD_DAYS = 30;
/** A session lasts a year, and each jump advances the clock by 31 days. */
const MOST_JUMPS = 10;

/** ms by which the clock advances: past every deadline. */
export const JUMP = (RECORD_DAYS + 1) * DAY;

/** Rounds between two advances of the clock. */
export const roundsToJump = (rounds: number) => Math.max(3, Math.ceil(rounds / MOST_JUMPS));

/** Settings of a server whose clock is ahead: deadlines pass, reports expire, data are erased. */
export const settingsAhead = (ahead: number) => ({
  ANSWER_DAYS: '20',
  REPORT_DAYS: '10',
  RECORD_DAYS: String(RECORD_DAYS),
  // Reminders would be mails besides those of events.
  REMIND_DAYS: '1',
  CLOCK_AHEAD: String(ahead),
  NODE_OPTIONS: `--import=${pathToFileURL('tests/kill/clock.ts')}`,
});

/** Puts PostgreSQL's clock ahead as well: a process whose clock differs from it runs no jobs. */
export async function putDatabaseAhead({ kind, db }: Store, ahead: number): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`create or replace function clock_timestamp() returns timestamptz language sql as
    ${sql.lit(`select pg_catalog.clock_timestamp() + interval '${ahead} ms'`)}`.execute(db);
  // Otherwise, the function of the system is found first.
  await sql`do $$ begin execute format(
    'alter database %I set search_path = public, pg_catalog', current_database()); end $$`.execute(
    db,
  );
}

/**
 * Makes the files in a folder older by `JUMP`, when the clock advances by it: the server adds the
 * whole advance to the times of files (`clock.ts`), also to those of files written before it.
 */
export async function ageFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes(`${sep}trash${sep}`)) continue;
    const time = new Date((await stat(path)).mtimeMs - JUMP);
    await utimes(path, time, time);
  }
}

/** Whether an application may be erased: it ended long before `at`. */
export function mayBeErased({ seen }: Filing, at: number): boolean {
  if (seen === null || !isApplicationState(seen.state) || turnOf(seen.state) !== 'nobody')
    return false;
  return seen.at <= at - RECORD_DAYS * DAY;
}

/** Moves an erased application and its proof to the erased ones. */
export function noteErased(ledger: Ledger, filing: Filing): void {
  ledger.filings.delete(filing.submissionId);
  ledger.erased.add(filing.number as string);
  for (const id of filing.proof) {
    const upload = ledger.uploads.get(id);
    if (upload) ledger.erasedFiles.set(id, upload);
    ledger.uploads.delete(id);
  }
}

/** Waits until the clean-up after the start has erased everything due. */
export async function retentionOver(
  { db }: Store,
  { ledger, at }: { ledger: Ledger; at: number },
): Promise<void> {
  const due = [...ledger.filings.values()].filter((filing) => mayBeErased(filing, at));
  const numbers = due.map(({ number }) => number as string);
  await eventually('expired data are erased', async () => {
    const still = numbers.length
      ? await db.selectFrom('application').select('number').where('number', 'in', numbers).execute()
      : [];
    const guests = await db
      .selectFrom('account')
      .select('id')
      .where('email', 'like', 'guest-%')
      .where('created_at', '<=', at - (RECORD_DAYS + SIGN_IN_TRACE_DAYS) * DAY)
      .execute();
    return still.length + guests.length === 0;
  });
}

/**
 * Checks that no table contains a number or proof of erased applications, except the audit log and
 * seals.
 */
export async function checkErased(store: Store, { erased, erasedFiles }: Ledger): Promise<void> {
  const ids = [...erased, ...erasedFiles.keys()];
  for await (const [name, text] of everyTable(store)) {
    if (['audit_entry', 'seal'].includes(name)) continue;
    const left = ids.filter((id) => text.includes(id));
    assert.deepEqual(left, [], `${name} names what was erased`);
  }
}

/**
 * Checks that folders and buckets contain nothing of erased files. Files that a kill left over are
 * moved to the trash after the next advance of the clock, and deleted after another.
 */
export async function checkErasedFiles(
  places: readonly NodeJS.ProcessEnv[],
  ledger: Ledger,
): Promise<void> {
  for (const place of places) {
    let left: string[] = [];
    const isGone = async () => {
      left = await remainsIn(place, ledger);
      return left.length === 0;
    };
    await eventually('erased files are gone from the storage', isGone, 1000).catch(() => {});
    assert.deepEqual(left, [], 'erased files are gone from the storage');
  }
}

/** Paths of files that are, or contain, erased content. */
async function remainsIn(
  place: NodeJS.ProcessEnv,
  { erasedFiles, uploads }: Ledger,
): Promise<string[]> {
  const [living] = [...uploads.values()];
  const remains: string[] = [];
  let isFound = living === undefined;
  for await (const [path, bytes] of everything({ config: readConfig(place) })) {
    isFound ||= bytes.includes(living?.mark ?? '');
    // Names in the log of removals are random.
    const isLog = path.includes('/removals/');
    for (const [id, { mark }] of erasedFiles)
      if ((!isLog && path.includes(id)) || bytes.includes(mark)) remains.push(path);
  }
  assert(isFound, 'what was not erased is found by its bytes');
  return remains;
}
