import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Column } from '#lib/encrypted-xlsx/sheet-xml.ts';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { vinIn } from '#server/applications/answers.ts';
import { lastChangeOf } from '#server/applications/history.ts';
import { refusalGroundText } from '#server/applications/options.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { csvLine } from '#server/platform/http/file-answers.ts';
import { dayOf } from '#server/platform/words/calendar.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { queueItems } from './queue.ts';
import type { FilePart, QueueFileJob } from './queue-file.ts';
import { findInQueue, type QueueServices } from './queue-query.ts';

const outcomeWords = {
  refused: msg`Refused`,
  lapsed: msg`Lapsed`,
  sharingEnded: msg`Sharing ended`,
  withdrawn: msg`Withdrawn by the requester`,
};

/** Maximum number of rows in memory, and in one entry of the audit log. */
const PAGE = 200;

// Entry point of the worker thread. Sends the file in parts, each after the previous one was read.
lowerPriority();
const job = workerData as QueueFileJob;
const port = parentPort;
if (!port) throw new Error('This module is the entry of a worker thread');

const send = async (part: FilePart) => {
  port.postMessage(part);
  if (part) await once(port, 'message');
};

const store = openStore(job.location);
try {
  // The embedded database has only one connection for writes; this prevents writes from the thread.
  if (store.kind === 'embedded') await sql`pragma query_only = on`.execute(store.db);
  await write({ store, config: { TIME_ZONE: job.timeZone }, now: () => job.at });
} finally {
  await store.close();
}
await send(null);

async function write(services: QueueServices): Promise<void> {
  const columns = columnsIn(job.language);
  const rows = readRows(services);
  if (job.format === 'csv') {
    // Excel needs the byte order mark to detect UTF-8.
    await send({ bytes: Buffer.from(`\uFEFF${csvLine(columns.map(({ heading }) => heading))}`) });
    for await (const batch of rows)
      await send({ bytes: Buffer.from(batch.map((row) => csvLine(row as string[])).join('')) });
    return;
  }
  const name = wordsOf(job.language)(msg`Applications`);
  await writeWorkbook(
    { sheets: [], cover: () => ({ name, columns, rows }) },
    new WritableStream({ write: (bytes) => send({ bytes }) }),
  );
}

function columnsIn(language: Language): Column[] {
  const translate = wordsOf(language);
  return [
    { heading: translate(msg`Due`), width: 12 },
    { heading: translate(msg`Overdue`), width: 12 },
    { heading: translate(msg`Application number`), width: 20 },
    { heading: translate(msg`Kind`), width: 24 },
    { heading: translate(msg`Requester`), width: 32 },
    { heading: translate(msg`E-mail`), width: 32 },
    { heading: translate(msg`Acts on behalf of`), width: 32 },
    { heading: translate(msg`Vehicle identification number`), width: 20 },
    { heading: translate(msg`Processing status`), width: 32 },
    { heading: translate(msg`Filed on`), width: 12 },
    { heading: translate(msg`Taken by`), width: 32 },
    { heading: translate(msg`Outcome`), width: 16 },
    { heading: translate(msg`Ground`), width: 40 },
    { heading: translate(msg`Decided by`), width: 32 },
  ];
}

async function* readRows(services: QueueServices): AsyncGenerator<Row[]> {
  const { filter, reader, language, timeZone } = job;
  const translate = wordsOf(language);
  const { sorted } = await findInQueue(services, reader, filter);
  const numbers = (await sorted.select('application.number').execute()).map((row) => row.number);
  for (let from = 0; from < numbers.length; from += PAGE) {
    const items = await queueItems(services, numbers.slice(from, from + PAGE), language);
    if (items.length > 0) await send({ numbers: items.map(({ number }) => number) });
    const deciders = await decidersOf(services, items);
    const vins = await vinsOf(services, items);
    yield items.map((item) => [
      dateIn(item.dueDay),
      item.isOverdue ? translate(msg`Yes`) : translate(msg`No`),
      item.number,
      item.kind === 'public'
        ? translate(msg`Public sector body`)
        : translate(msg`User or third party`),
      item.requesterName,
      item.requesterEmail,
      item.userName,
      vins.get(item.number) ?? null,
      translate(stateWords(item.state, item.kind).label),
      dateIn(dayOf(item.createdAt, timeZone)),
      item.assignee?.email ?? null,
      item.outcome && translate(outcomeWords[item.outcome]),
      item.ground && refusalGroundText(language, item.ground),
      deciders.get(item.number) ?? null,
    ]);
  }
}

function dateIn(day: string | null): Cell {
  if (day === null || job.format === 'csv') return day;
  return { reading: Date.parse(day), shown: 'day' };
}

async function vinsOf(
  { store }: QueueServices,
  items: readonly { number: string; kind: ApplicationKind }[],
): Promise<Map<string, string | null>> {
  const personal = items.filter(({ kind }) => kind === 'personal').map(({ number }) => number);
  if (personal.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('application_search')
    .select(['application_number', 'text'])
    .where('application_number', 'in', personal)
    .execute();
  return new Map(rows.map(({ application_number, text }) => [application_number, vinIn(text)]));
}

async function decidersOf(
  { store }: QueueServices,
  items: readonly { number: string; state: string }[],
): Promise<Map<string, string>> {
  const decided = items.filter(({ state }) => hasTag(state, 'decided')).map(({ number }) => number);
  if (decided.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('application')
    .innerJoin('history_entry as last', (join) =>
      join
        .onRef('last.application_number', '=', 'application.number')
        .on('last.revision', '=', lastChangeOf('application.number'))
        .on('last.role', '=', 'reviewer'),
    )
    .innerJoin('account', 'account.id', 'last.actor_id')
    .select(['application.number', 'account.email'])
    .where('application.number', 'in', decided)
    .execute();
  return new Map(rows.map(({ number, email }) => [number, email]));
}
