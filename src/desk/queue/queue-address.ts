import { outcomes, type QueueOrder, queueOrders } from '#contract/queue-codes.ts';
import { stateGroups } from '#forms/states.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import type { CallData, CallInput } from '#ui/calls/call-types.ts';

export const PAGE_SIZE = 15;

export type QueueItem = CallData<'deskQueue'>['items'][number];

export type QueueFilter = Omit<CallInput<'deskQueue'>, 'page' | 'pageSize'>;

const turns = ['holder', 'requester', 'nobody'];
const codes = {
  kind: ['personal', 'public'],
  assigned: ['me', 'nobody'],
  outcome: outcomes,
  ground: Object.keys(refusalGrounds),
  overdue: ['yes'],
  authority: ['yes'],
  watched: ['yes'],
  opinion: ['yes'],
} as const;

export function readFilter(address: URLSearchParams): QueueFilter {
  const states = stateGroups.get(address.get('state') ?? '');
  const named = Object.entries(codes).flatMap(([key, known]: [string, readonly string[]]) => {
    const code = known.find((each) => each === address.get(key));
    return code ? [[key, code === 'yes' || code]] : [];
  });
  const filter: QueueFilter = Object.fromEntries(named);
  const search = address.get('search')?.trim();
  // Only ended applications have an outcome; a number or name is searched in all applications.
  const usualTurn = filter.outcome || filter.ground || search ? undefined : 'holder';
  const turn = address.has('turn') ? turns.find((each) => each === address.get('turn')) : usualTurn;
  return {
    ...(states
      ? { states: [...states] }
      : turn && { turn: turn as NonNullable<QueueFilter['turn']> }),
    ...filter,
    ...(search && { search }),
  };
}

export function filterAddress(filter: QueueFilter): URLSearchParams {
  const { states, turn, search, sort, descending } = filter;
  const group = [...stateGroups].find(([, each]) => String(each) === String(states))?.[0];
  const address = new URLSearchParams();
  if (group) address.set('state', group);
  else if (turn !== 'holder' || search) address.set('turn', turn ?? 'all');
  for (const key of Object.keys(codes) as (keyof typeof codes)[])
    if (filter[key]) address.set(key, filter[key] === true ? 'yes' : String(filter[key]));
  if (search) address.set('search', search);
  if (sort) address.set('sort', descending ? `-${sort}` : sort);
  return address;
}

interface Order {
  sort?: QueueOrder;
  descending?: true;
}

export function readOrder(address: URLSearchParams): Order {
  const value = address.get('sort') ?? '';
  const sort = queueOrders.find((order) => order === value.replace(/^-/, ''));
  if (!sort) return {};
  return { sort, ...(value.startsWith('-') && { descending: true as const }) };
}

export function orderAddress(address: URLSearchParams, column: QueueOrder): string {
  const { sort = 'due', descending } = readOrder(address);
  const next = new URLSearchParams(address);
  next.delete('page');
  next.set('sort', sort === column && !descending ? `-${column}` : column);
  return `?${next}`;
}

export const queueInput = (address: URLSearchParams, page: number) => ({
  ...readFilter(address),
  ...readOrder(address),
  page,
  pageSize: PAGE_SIZE,
});
