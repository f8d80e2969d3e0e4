import { outcomes, type QueueOrder, queueOrders } from '#contract/queue-codes.ts';
import { stateGroups } from '#forms/states.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import type { CallData, CallInput } from '#ui/calls/call-types.ts';

export const PAGE_SIZE = 15;

export type QueueItem = CallData<'deskQueue'>['items'][number];

export type QueueFilter = Omit<CallInput<'deskQueue'>, 'page' | 'pageSize'>;

const turns = ['holder', 'requester', 'nobody'] as const;
const kinds = ['personal', 'public'] as const;
const assignees = ['me', 'nobody'] as const;
const flags = ['overdue', 'authority', 'watched', 'opinion'] as const;

export function readFilter(address: URLSearchParams): QueueFilter {
  const named = <Code extends string>(codes: readonly Code[], key: string) =>
    codes.find((code) => code === address.get(key));
  const states = stateGroups.get(address.get('state') ?? '');
  const kind = named(kinds, 'kind');
  const assigned = named(assignees, 'assigned');
  const outcome = named(outcomes, 'outcome');
  const ground = named(Object.keys(refusalGrounds) as RefusalGround[], 'ground');
  // Only ended applications have an outcome, and no party has to act on them.
  const usualTurn = outcome || ground ? undefined : 'holder';
  const turn = address.has('turn') ? named(turns, 'turn') : usualTurn;
  const search = address.get('search')?.trim();
  return {
    ...(states ? { states: [...states] } : turn && { turn }),
    ...(kind && { kind }),
    ...(assigned && { assigned }),
    ...(outcome && { outcome }),
    ...(ground && { ground }),
    ...Object.fromEntries(
      flags.filter((flag) => address.get(flag) === 'yes').map((flag) => [flag, true]),
    ),
    ...(search && { search }),
  };
}

export function filterAddress(filter: QueueFilter): URLSearchParams {
  const { states, turn, kind, assigned, outcome, ground, search, sort, descending } = filter;
  const group = [...stateGroups].find(([, each]) => String(each) === String(states))?.[0];
  const address = new URLSearchParams();
  if (group) address.set('state', group);
  else if (turn !== 'holder') address.set('turn', turn ?? 'all');
  if (kind) address.set('kind', kind);
  if (assigned) address.set('assigned', assigned);
  if (outcome) address.set('outcome', outcome);
  if (ground) address.set('ground', ground);
  for (const flag of flags) if (filter[flag]) address.set(flag, 'yes');
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
  const sort = queueOrders.find((one) => one === value.replace(/^-/, ''));
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
