import { type SelectQueryBuilder, sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { type ApplicationState, applicationStates } from '#machines/application.machine.ts';
import { statesWithTurn } from '../applications/lists.ts';
import { selectSummaries, summaryOf } from '../applications/records.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';

type Filter = InputOf<typeof endpoints.deskQueue>;
type Found = SelectQueryBuilder<Schema, 'application', object>;

/** A page of the desk's queue, what is due first on top, as the account `reader` sees it. */
export async function deskQueue(
  services: Services,
  reader: string,
  { page = 1, pageSize = 20, ...filter }: Filter,
): Promise<DataOf<typeof endpoints.deskQueue>> {
  const states = statesOf(filter);
  const found = filtered(services, reader, filter);
  const [counted, wanted] = await Promise.all([
    found
      .select(['application.state', ({ fn }) => fn.countAll<number | string>().as('count')])
      .groupBy('application.state')
      .execute(),
    inOrder(found, states)
      .where((is) => (states.length ? is('application.state', 'in', states) : is.lit(false)))
      .select('application.number')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  const counts = counted.map(({ state, count }) => ({ state, count: Number(count) }));
  return {
    total: counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0),
    items: await itemsOf(
      services,
      wanted.map(({ number }) => number),
    ),
    counts,
  };
}

function statesOf({ states, turn }: Filter): readonly ApplicationState[] {
  const ofTurn = turn ? statesWithTurn(turn) : applicationStates;
  return states ? ofTurn.filter((state) => states.includes(state)) : ofTurn;
}

/** What the filter leaves, apart from states. All it looks at is in one index. */
function filtered({ store, now }: Services, reader: string, filter: Filter): Found {
  let found: Found = store.db.selectFrom('application');
  if (filter.kind) found = found.where('kind', '=', filter.kind);
  if (filter.overdue) found = found.where('due_at', '<', now());
  if (filter.assigned === 'me') found = found.where('assignee_id', '=', reader);
  if (filter.assigned === 'nobody') found = found.where('assignee_id', 'is', null);
  const words = filter.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length > 0)
    found = found.where('number', 'in', ({ selectFrom }) =>
      words.reduce(
        (matching, word) =>
          matching.where(sql<boolean>`text like ${`%${literally(word)}%`} escape '\\'`),
        selectFrom('application_search').select('application_number'),
      ),
    );
  return found;
}

function literally(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

/** What is due first on top; of what has ended, the newest. */
function inOrder(found: Found, states: readonly ApplicationState[]): Found {
  const ended = statesWithTurn('nobody');
  return states.every((state) => ended.includes(state))
    ? found.orderBy('application.number', 'desc')
    : found.orderBy('due_at', (by) => by.asc().nullsLast()).orderBy('application.number');
}

async function itemsOf({ store, now }: Services, numbers: readonly string[]) {
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
    requesterName: nameOf(row),
    dueAt: row.due_at,
    isOverdue: row.due_at !== null && row.due_at < at,
    assignee: assigneeOf(row),
  }));
  return items.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}

/** Who has taken an application, as the contract tells it. */
export function assigneeOf(row: { assignee_id: string | null; assignee_email: string | null }) {
  const { assignee_id: id, assignee_email: email } = row;
  return id === null || email === null ? null : { id, email };
}

function nameOf({ kind, form_json }: Pick<Schema['application'], 'kind' | 'form_json'>): string {
  const form = JSON.parse(form_json);
  if (kind === 'public') return (form as PublicForm).departmentName;
  const { firstName, lastName } = (form as PersonalForm).user;
  return `${firstName} ${lastName}`;
}
