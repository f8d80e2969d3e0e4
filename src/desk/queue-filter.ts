import type { CallInput } from '#ui/calls/call-types.ts';

export const turns = ['holder', 'requester', 'nobody'] as const;
export const kinds = ['personal', 'public'] as const;

type QueueFilter = Pick<CallInput<'deskQueue'>, 'turn' | 'kind' | 'search'> & { page: number };

/** The filter an address tells. Without one the desk shows what waits for the holder. */
export function readFilter(address: URLSearchParams): QueueFilter {
  const turn = turns.find((code) => code === (address.get('turn') ?? 'holder'));
  const kind = kinds.find((code) => code === address.get('kind'));
  const search = address.get('search')?.trim();
  return {
    ...(turn && { turn }),
    ...(kind && { kind }),
    ...(search && { search }),
    page: Math.max(1, Math.trunc(Number(address.get('page'))) || 1),
  };
}
