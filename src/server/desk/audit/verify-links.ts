// The embedded database answers within the same turn: other calls have theirs between two pages.
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { auditHash } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { entryHash } from '#server/workflow/application/history.ts';

const PAGE = 1000;

/** Number of entries followed from link to link, and the places where one does not hold. */
export interface FollowedLinks {
  /** Entries of the audit log. */
  entries: number;
  /** Applications whose history was followed. */
  histories: number;
  broken: string[];
}

/** Recomputes the hash of each entry of log and histories from the one before; needs no key. */
export async function followLinks(db: Kysely<Schema>): Promise<FollowedLinks> {
  const broken: string[] = [];
  const entries = await followLog(db, broken);
  const histories = await followHistories(db, broken);
  return { entries, histories, broken };
}

async function followLog(db: Kysely<Schema>, broken: string[]): Promise<number> {
  let previous = { seq: 0, hash: '' };
  for (let entries = 0, last: number | null = null; ; ) {
    const rows: Schema['audit_entry'][] = await db
      .selectFrom('audit_entry')
      .selectAll()
      .$if(last !== null, (query) => query.where('seq', '>', last))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      // Before a gap may be what was kept long enough; the seals know.
      const isNext = row.seq === previous.seq + 1;
      if (isNext && row.hash !== auditHash(previous.hash, row)) broken.push(`audit ${row.seq}`);
      previous = row;
    }
    entries += rows.length;
    last = previous.seq;
    if (rows.length < PAGE) return entries;
    await othersTurn();
  }
}

async function followHistories(db: Kysely<Schema>, broken: string[]): Promise<number> {
  let histories = 0;
  for (let last = ''; ; ) {
    const applications = await db
      .selectFrom('application')
      .select('number')
      .where('number', '>', last)
      .orderBy('number')
      .limit(PAGE)
      .execute();
    if (applications.length === 0) return histories;
    const numbers = applications.map(({ number }) => number);
    for (const rows of (await historiesOf(db, numbers)).values()) {
      broken.push(...brokenPlaces(rows));
      histories++;
    }
    last = numbers.at(-1) ?? '';
    await othersTurn();
  }
}

type Row = Awaited<ReturnType<typeof readHistories>>[number];

/** Applications with their entries, read in one statement, so that none is decided on meanwhile. */
async function historiesOf(db: Kysely<Schema>, numbers: string[]): Promise<Map<string, Row[]>> {
  return Map.groupBy(await readHistories(db, numbers), ({ number }) => number);
}

function readHistories(db: Kysely<Schema>, numbers: string[]) {
  return db
    .selectFrom('application')
    .leftJoin('history_entry', 'history_entry.application_number', 'application.number')
    .select(['application.number', 'application.revision as currentRevision'])
    .selectAll('history_entry')
    .where('application.number', 'in', numbers)
    .orderBy('application.number')
    .orderBy('history_entry.revision')
    .execute();
}

function brokenPlaces(rows: readonly Row[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const { number, currentRevision } = first;
  const broken: string[] = [];
  let hash = '';
  let length = 0;
  for (const row of rows) {
    if (!isEntry(row)) continue;
    if (row.revision !== length || row.hash !== entryHash(hash, row))
      broken.push(`${number} revision ${row.revision}`);
    hash = row.hash;
    length++;
  }
  return length === currentRevision + 1 ? broken : [...broken, `${number} end`];
}

/** An application without any entry comes as one row of nothing. */
function isEntry(row: Row): row is Row & Schema['history_entry'] {
  return row.application_number !== null;
}
