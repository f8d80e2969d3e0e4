import { PassThrough, Readable, Writable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import type { Cell, Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Column } from '#lib/encrypted-xlsx/sheet-xml.ts';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { vinIn } from '#server/applications/answers.ts';
import { lastChangeOf } from '#server/applications/history.ts';
import { options } from '#server/applications/options.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { csvLine, type FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Account } from '#server/platform/http/route.ts';
import { dayOf } from '#server/platform/words/calendar.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { queueItems } from './queue.ts';
import { findInQueue, type QueueFilter } from './queue-query.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const outcomeWords = {
  refused: msg`Refused`,
  lapsed: msg`Lapsed`,
  sharingEnded: msg`Sharing ended`,
  withdrawn: msg`Withdrawn by the requester`,
};

/** Maximum number of rows per batch in memory, and per entry of the audit log. */
const PAGE = 200;

interface QueueFile {
  format: keyof typeof mediaTypes;
  filter: QueueFilter;
  language: Language;
}

/** Streams applications as a file. Writes their numbers to the audit log before it sends rows. */
export function queueFile(services: Services, reader: Account, file: QueueFile): FileAnswer {
  const { format, language } = file;
  const at = services.now();
  const rows = readRows({ ...services, now: () => at }, reader, file);
  const columns = columnsIn(language);
  const content = format === 'csv' ? Readable.from(csv(columns, rows)) : new PassThrough();
  if (content instanceof PassThrough) {
    const name = wordsOf(language)(msg`Applications`);
    const sheets = { sheets: [], cover: () => ({ name, columns, rows }) };
    writeWorkbook(sheets, Writable.toWeb(content)).catch((error) => content.destroy(error));
  }
  const name = `applications-${dayOf(at, services.config.TIME_ZONE)}.${format}`;
  return { name, mediaType: mediaTypes[format], content };
}

async function* csv(columns: readonly Column[], rows: AsyncIterable<Row[]>) {
  // Excel needs the byte order mark to detect UTF-8.
  yield `\uFEFF${csvLine(columns.map(({ heading }) => heading))}`;
  for await (const batch of rows) yield batch.map((row) => csvLine(row as string[])).join('');
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

async function* readRows(
  services: Services,
  reader: Account,
  { format, filter, language }: QueueFile,
): AsyncGenerator<Row[]> {
  const translate = wordsOf(language);
  const dateIn = (day: string | null): Cell =>
    day === null || format === 'csv' ? day : { reading: Date.parse(day), shown: 'day' };
  const { sorted } = await findInQueue(services, reader, filter);
  const numbers = (await sorted.select('application.number').execute()).map((row) => row.number);
  for (let from = 0; from < numbers.length; from += PAGE) {
    const items = await queueItems(services, numbers.slice(from, from + PAGE), language);
    const detail = items.map(({ number }) => number).join(' ');
    if (detail)
      await services.store.transact((trx) =>
        appendAuditEvent(services, trx, { by: reader, action: 'queue.export', detail }),
      );
    const deciders = await decidersOf(services, reader, items);
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
      dateIn(dayOf(item.createdAt, services.config.TIME_ZONE)),
      item.assignee?.email ?? null,
      item.outcome && translate(outcomeWords[item.outcome]),
      item.ground && wordsOf(language)(options.refusalGrounds[item.ground]),
      deciders.get(item.number) ?? null,
    ]);
    await yieldToEventLoop();
  }
}

async function vinsOf(
  { store }: Services,
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

/** Leaves out the reader's own applications. */
async function decidersOf(
  { store }: Services,
  reader: Account,
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
    .where('application.requester_id', '!=', reader.id)
    .execute();
  return new Map(rows.map(({ number, email }) => [number, email]));
}
