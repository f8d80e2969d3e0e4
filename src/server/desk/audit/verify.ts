import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { auditHash } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { entryHash } from '#server/workflow/application/history.ts';

const PAGE = 1000;

/** Number of entries checked, and the places where a chain does not hold. */
export interface Verified {
  /** Entries of the audit log. */
  entries: number;
  /** Applications whose history was followed. */
  histories: number;
  broken: string[];
}

/** Recomputes every hash of the audit log and of all histories. Memory does not grow with them. */
export async function verifyChains(db: Kysely<Schema>): Promise<Verified> {
  const broken: string[] = [];
  const entries = await verifyLog(db, broken);
  const histories = await verifyHistories(db, broken);
  return { entries, histories, broken };
}

async function verifyLog(db: Kysely<Schema>, broken: string[]): Promise<number> {
  // One statement: what is added while the chain is followed is the next run's.
  const head = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .select(({ selectFrom }) =>
      selectFrom('audit_entry')
        .select(({ fn }) => fn.max('seq').as('last'))
        .as('last'),
    )
    .executeTakeFirstOrThrow();
  let previous = { seq: 0, hash: '' };
  for (;;) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', previous.seq)
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const isNext = row.seq === previous.seq + 1;
      if (!isNext || row.hash !== auditHash(previous.hash, row)) broken.push(`audit ${row.seq}`);
      previous = row;
    }
    if (rows.length < PAGE) break;
    await othersTurn();
  }
  // An end that was cut off leaves a chain that holds; the head tells where it ended.
  if (head.seq !== previous.seq || head.hash !== previous.hash) broken.push('audit end');
  if ((head.last ?? 0) > head.seq) broken.push(`audit ${head.seq + 1}`);
  return previous.seq;
}

async function verifyHistories(db: Kysely<Schema>, broken: string[]): Promise<number> {
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

/** The embedded database answers within the same turn: other calls have theirs here. */
const othersTurn = () => setImmediate();
