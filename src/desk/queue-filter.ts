import { stateGroups } from '#forms/states.ts';
import type { CallInput } from '#ui/calls/call-types.ts';

/** Rows on a page of the queue. */
export const PAGE_SIZE = 20;

/** Filter of the queue, as the contract's calls take it. */
export type QueueFilter = Omit<CallInput<'deskQueue'>, 'page' | 'pageSize'>;

const turns = ['holder', 'requester', 'nobody'] as const;
const kinds = ['personal', 'public'] as const;
const assigned = ['me', 'nobody'] as const;

/** Reads the filter from an address. Without one the desk shows what waits for the holder. */
export function readFilter(address: URLSearchParams): QueueFilter {
  const named = <Code extends string>(codes: readonly Code[], key: string) =>
    codes.find((code) => code === address.get(key));
  const states = stateGroups.get(address.get('state') ?? '');
  const turn = address.has('turn') ? named(turns, 'turn') : 'holder';
  const kind = named(kinds, 'kind');
  const whose = named(assigned, 'assigned');
  const search = address.get('search')?.trim();
  return {
    ...(states ? { states: [...states] } : turn && { turn }),
    ...(kind && { kind }),
    ...(address.get('overdue') === 'yes' && { overdue: true }),
    ...(address.get('authority') === 'yes' && { authority: true }),
    ...(address.get('watched') === 'yes' && { watched: true }),
    ...(address.get('opinion') === 'yes' && { opinion: true }),
    ...(whose && { assigned: whose }),
    ...(search && { search }),
  };
}

/** Writes a filter as an address; the inverse of {@link readFilter}. */
export function filterAddress(filter: QueueFilter): URLSearchParams {
  const {
    states,
    turn,
    kind,
    overdue,
    authority,
    assigned: whose,
    watched,
    opinion,
    search,
  } = filter;
  const group = [...stateGroups].find(([, each]) => String(each) === String(states))?.[0];
  const address = new URLSearchParams();
  if (group) address.set('state', group);
  else if (turn !== 'holder') address.set('turn', turn ?? 'all');
  if (kind) address.set('kind', kind);
  if (overdue) address.set('overdue', 'yes');
  if (authority) address.set('authority', 'yes');
  if (whose) address.set('assigned', whose);
  if (watched) address.set('watched', 'yes');
  if (opinion) address.set('opinion', 'yes');
  if (search) address.set('search', search);
  return address;
}
