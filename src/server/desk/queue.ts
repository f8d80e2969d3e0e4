import { type Kysely, sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { NOTIFY_AUTHORITY_WITHIN_MS } from '#contract/notices.ts';
import { MAX_COUNTED, type Outcome } from '#contract/queue-codes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { truncate } from '#lib/words/truncate.ts';
import { partiesOf } from '#server/applications/answers.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { clockOf, dueDayOf } from '#server/applications/deadlines/clock.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { withoutUndone } from '#server/applications/history.ts';
import { MAX_PURPOSE_LENGTH } from '#server/applications/notices/given-data.ts';
import { purposeWords } from '#server/applications/options.ts';
import { selectSummaries, summaryOf } from '#server/applications/records.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { countFound, findInQueue } from './queue-query.ts';

export async function loadQueue(
  services: Services,
  reader: Account,
  { page = 1, pageSize = 20, ...filter }: InputOf<typeof endpoints.deskQueue>,
  language: Language,
): Promise<DataOf<typeof endpoints.deskQueue>> {
  const found = await findInQueue(services, reader, filter);
  const onPage = await found.sorted
    .select('application.number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const numbers = onPage.map(({ number }) => number);
  const total = await countFound(services, found);
  const rows = await queueRows(services, numbers);
  const progress = await progressOf(services, numbers);
  const items = rows.map((row) => ({
    ...toItem(services, row, language),
    ...progress(row),
    purpose: toPurpose(row, language),
  }));
  if (items.length > 0)
    recordRead(services, { by: reader, action: 'queue.list', detail: numbers.join(' ') });
  const authorityNotices = await countOpenNotices(services.store.db, services.now());
  const hasMore = total === null;
  return { total: total ?? MAX_COUNTED, hasMore, items, counts: found.counts, authorityNotices };
}

/** Returns items for the export, without the values from the history that the page shows. */
export async function queueItems(
  services: Services,
  numbers: readonly string[],
  language: Language,
) {
  return (await queueRows(services, numbers)).map((row) => toItem(services, row, language));
}

async function queueRows({ store }: Services, numbers: readonly string[]) {
  if (numbers.length === 0) return [];
  const rows = await selectSummaries(store.db)
    .innerJoin('account as requester', 'requester.id', 'application.requester_id')
    .leftJoin('account as assignee', 'assignee.id', 'application.assignee_id')
    .leftJoin('account as previous', 'previous.id', 'application.handed_over_by')
    .select(['requester.email as requester_email', 'assignee.email as assignee_email'])
    .select('previous.email as previous_email')
    .where('application.number', 'in', numbers)
    .execute();
  return rows.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}
type QueueRow = Awaited<ReturnType<typeof queueRows>>[number];

function toItem({ config, now }: Services, row: QueueRow, language: Language) {
  return {
    ...summaryOf(row),
    ...partyNames(row, language),
    dueAt: row.due_at,
    dueDay: dueDayOf(config, row.due_at),
    isOverdue: row.due_at !== null && row.due_at < now(),
    assignee: personOf(row.assignee_id, row.assignee_email),
    previousAssignee: personOf(row.handed_over_by, row.previous_email),
    outcome: outcomeOf(row),
    ground: row.refusal_ground,
  };
}

async function progressOf(services: Services, numbers: readonly string[]) {
  const config = await effectiveConfig(services);
  const entries = numbers.length
    ? await services.store.db
        .selectFrom('history_entry')
        .select(['application_number as number', 'at', 'to_state as to', 'event'])
        .where('application_number', 'in', numbers)
        .orderBy('revision')
        .execute()
    : [];
  const histories = Map.groupBy(entries, ({ number }) => number);
  return (row: QueueRow) => {
    const history = histories.get(row.number) ?? [];
    // An application without a history (after a faulty import) must not make the whole page fail.
    const filed = { at: row.created_at, to: row.state, event: 'application.file' };
    const trace = history.length > 0 ? history : [filed];
    const { basis, limit, used } = clockOf(config, row, trace, services.now());
    const isAnswered = withoutUndone(history).at(-1)?.event === 'information.supply';
    return { clock: { basis, limit, used }, isAnswered };
  };
}

function toPurpose({ kind, purpose }: QueueRow, language: Language): string {
  if (kind === 'public') return truncate(purpose, MAX_PURPOSE_LENGTH);
  const words = purposeWords(purpose);
  return words ? wordsOf(language)(words) : '';
}

function outcomeOf({
  state,
  refusal_ground,
  report_state,
}: ApplicationRow & { report_state: string | null }): Outcome | null {
  if (state === 'terminated.byRequester') return 'withdrawn';
  if (!hasTag(state, 'endedByHolder')) return null;
  if (report_state !== null) return 'sharingEnded';
  return refusal_ground === null ? 'lapsed' : 'refused';
}

export const personOf = (id: string | null, email: string | null) =>
  id === null || email === null ? null : { id, email };

export function partyNames(
  row: Pick<ApplicationRow, 'kind' | 'form_json'> & { requester_email: string },
  language: Language,
) {
  const { requesterName, userName } = partiesOf(row, language);
  const requesterEmail = row.requester_email;
  return { requesterEmail, requesterName: requesterName || requesterEmail, userName };
}

async function countOpenNotices(db: Kysely<Schema>, at: number) {
  const isOverdue = sql<boolean>`since < ${at - NOTIFY_AUTHORITY_WITHIN_MS}`;
  return db
    .selectFrom('authority_notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(case when ${isOverdue} then 1 else 0 end), 0)`.as('overdue'))
    .where('notified_on', 'is', null)
    .executeTakeFirstOrThrow();
}
