import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { fullName, type Language } from '#contract/languages.ts';
import { MAX_COUNTED, type Outcome } from '#contract/queue.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms, publicForms } from '#contract/stored-forms.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { dueDayOf } from '#server/applications/deadlines/clock.ts';
import { countOpenNotices } from '#server/applications/notices/authority.ts';
import { selectSummaries, summaryOf } from '#server/applications/records.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import { countRows } from '#server/platform/database/count-rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';
import { findInQueue, type QueueServices } from './queue-query.ts';

export async function deskQueue(
  services: Services,
  reader: Account,
  { page = 1, pageSize = 20, ...filter }: InputOf<typeof endpoints.deskQueue>,
  language: Language,
): Promise<DataOf<typeof endpoints.deskQueue>> {
  const { counts, states, sorted, unsorted } = await findInQueue(services, reader, filter);
  const onPage = await sorted
    .select('application.number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { db } = services.store;
  const counted = unsorted.select('application.number').limit(MAX_COUNTED + 1);
  const total = counts
    ? counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
    : await countRows(db.selectFrom(counted.as('counted')));
  const items = await queueItems(
    services,
    onPage.map(({ number }) => number),
    language,
  );
  if (items.length > 0)
    recordRead(services, {
      by: reader,
      action: 'queue.list',
      detail: items.map(({ number }) => number).join(' '),
    });
  const isMore = counts === null && total > MAX_COUNTED;
  const authorityNotices = await countOpenNotices(db, services.now());
  return { total: isMore ? MAX_COUNTED : total, isMore, items, counts, authorityNotices };
}

export async function queueItems(
  { store, config, now }: QueueServices,
  numbers: readonly string[],
  language: Language,
) {
  if (numbers.length === 0) return [];
  const rows = await selectSummaries(store.db)
    .innerJoin('account as requester', 'requester.id', 'application.requester_id')
    .leftJoin('account as assignee', 'assignee.id', 'application.assignee_id')
    .select(['requester.email as requester_email', 'assignee.email as assignee_email'])
    .where('application.number', 'in', numbers)
    .execute();
  const at = now();
  const items = rows.map((row) => ({
    ...summaryOf(row),
    requesterEmail: row.requester_email,
    requesterName: nameOf(row, language) || row.requester_email,
    dueAt: row.due_at,
    dueDay: dueDayOf(config, row.due_at),
    isOverdue: row.due_at !== null && row.due_at < at,
    assignee: assigneeOf(row),
    outcome: outcomeOf(row),
    ground: row.refusal_ground,
  }));
  return items.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
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

export function assigneeOf(row: { assignee_id: string | null; assignee_email: string | null }) {
  const { assignee_id: id, assignee_email: email } = row;
  return id === null || email === null ? null : { id, email };
}

export function nameOf(
  { kind, form_json }: Pick<Schema['application'], 'kind' | 'form_json'>,
  language: Language,
): string {
  if (kind === 'public') return publicForms.read(form_json).departmentName ?? '';
  return fullName(personalForms.read(form_json).user, language);
}
