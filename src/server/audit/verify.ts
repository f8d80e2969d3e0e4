import type { Kysely } from 'kysely';
import { entryHash } from '../applications/history.ts';
import type { Schema } from '../store/schema.ts';
import { auditHash } from './audit-log.ts';

const PAGE = 1000;

/** What was checked, and where a chain does not hold. */
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
  let previous = { seq: 0, hash: '' };
  for (;;) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', previous.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const isNext = row.seq === previous.seq + 1;
      if (!isNext || row.hash !== auditHash(previous.hash, row)) broken.push(`audit ${row.seq}`);
      previous = row;
    }
    if (rows.length < PAGE) break;
  }
  // An end that was cut off leaves a chain that holds; the head tells where it ended.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  if (head.seq !== previous.seq || head.hash !== previous.hash) broken.push('audit end');
  return previous.seq;
}

async function verifyHistories(db: Kysely<Schema>, broken: string[]): Promise<number> {
  let histories = 0;
  for (let last = ''; ; ) {
    const applications = await db
      .selectFrom('application')
      .select(['number', 'revision'])
      .where('number', '>', last)
      .orderBy('number')
      .limit(PAGE)
      .execute();
    const numbers = applications.map(({ number }) => number);
    const entries = numbers.length
      ? await db
          .selectFrom('history_entry')
          .selectAll()
          .where('application_number', 'in', numbers)
          .orderBy('application_number')
          .orderBy('revision')
          .execute()
      : [];
    const byNumber = Map.groupBy(entries, (entry) => entry.application_number);
    for (const { number, revision } of applications) {
      const history = byNumber.get(number) ?? [];
      let hash = '';
      for (const [index, entry] of history.entries()) {
        if (entry.revision !== index || entry.hash !== entryHash(hash, entry))
          broken.push(`${number} revision ${entry.revision}`);
        hash = entry.hash;
      }
      if (history.length !== revision + 1) broken.push(`${number} end`);
    }
    histories += applications.length;
    if (applications.length < PAGE) return histories;
    last = numbers.at(-1) ?? '';
  }
}
