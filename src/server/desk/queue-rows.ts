import type { Language } from '#contract/languages.ts';
import { stateWords } from '#forms/states.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import type { Column } from '#lib/encrypted-xlsx/sheet-xml.ts';
import { msg } from '#lib/words/msg.ts';
import { dayOf } from '#server/platform/words/calendar.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { itemsOf } from './queue.ts';
import { findInQueue, type QueueFilter, type QueueServices } from './queue-query.ts';

/** Rows that are in memory at a time, and in one entry of the audit log. */
const PAGE = 200;

/** The applications that a file lists, for whom and in which language. */
export interface Listing {
  filter: QueueFilter;
  reader: { id: string };
  language: Language;
}

/** The columns of the queue in their order; who applies takes three of them. */
export function queueColumns(language: Language): Column[] {
  const say = wordsOf(language);
  return [
    { heading: say(msg`Due`), width: 12 },
    { heading: say(msg`Overdue`), width: 12 },
    { heading: say(msg`Order number`), width: 20 },
    { heading: say(msg`Kind`), width: 24 },
    { heading: say(msg`Requester`), width: 32 },
    { heading: say(msg`E-mail`), width: 32 },
    { heading: say(msg`Processing status`), width: 32 },
    { heading: say(msg`Filed on`), width: 12 },
    { heading: say(msg`Taken by`), width: 32 },
  ];
}

/**
 * Rows of all applications that pass the filter, a batch at a time, days in the desk's time zone.
 * `onRead` is told the numbers of a batch before it is handed out.
 */
export async function* queueRows(
  services: QueueServices,
  { filter, reader, language }: Listing,
  onRead: (numbers: readonly string[]) => Promise<void>,
): AsyncGenerator<Row[]> {
  const say = wordsOf(language);
  const { inOrder } = await findInQueue(services, reader, filter);
  const wanted = (await inOrder.select('application.number').execute()).map((row) => row.number);
  for (let from = 0; from < wanted.length; from += PAGE) {
    const items = await itemsOf(services, wanted.slice(from, from + PAGE), language);
    // Of what was erased meanwhile nothing is read.
    if (items.length > 0) await onRead(items.map(({ number }) => number));
    yield items.map((item) => [
      item.dueDay,
      item.isOverdue ? say(msg`Yes`) : say(msg`No`),
      item.number,
      item.kind === 'public' ? say(msg`Public sector body`) : say(msg`User or third party`),
      item.requesterName,
      item.requesterEmail,
      say(stateWords(item.state, item.kind).label),
      dayOf(item.createdAt, services.config.TIME_ZONE),
      item.assignee?.email ?? null,
    ]);
  }
}
