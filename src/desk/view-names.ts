import { useLingui } from '@lingui/react/macro';
import { type StandardView, standardViews } from '#contract/queue-codes.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { useListPosition } from './queue/list-position.ts';
import { filterAddress, type QueueFilter, readFilter, readOrder } from './queue/queue-address.ts';
import { useStaff } from './staff-context.ts';

export const addressOf = (filter: QueueFilter) => String(filterAddress(filter));

/** Returns the saved view with this filter and order, preferably the user's own. */
export function savedViewOf(
  filter: QueueFilter,
  views: CallData<'deskViews'>,
  user: string,
): CallData<'deskViews'>[number] | undefined {
  const matching = views.filter((view) => addressOf(view.filter) === addressOf(filter));
  return matching.find(({ owner }) => owner === user) ?? matching[0];
}

export function useStandardViews(): { id: StandardView; name: string; filter: QueueFilter }[] {
  const { t } = useLingui();
  const names: Record<StandardView, string> = {
    holder: t`We need to act`,
    mine: t`Mine`,
    unassigned: t`Nobody’s yet`,
    overdue: t`Overdue`,
    public: t`Public sector bodies`,
    opinion: t`Your opinion`,
    watched: t`Watched`,
    requester: t`Waiting for the requester`,
    ended: t`Ended`,
    all: t`All`,
  };
  return Object.entries(standardViews).map(([id, filter]: [string, QueueFilter]) => {
    const name = names[id as StandardView];
    return { id: id as StandardView, name, filter };
  });
}

export function useViewName(): string | undefined {
  const { user } = useStaff();
  const [place] = useListPosition();
  const standard = useStandardViews();
  const address = new URLSearchParams(place?.search);
  const filter = readFilter(address);
  const named = place && standard.find((one) => addressOf(one.filter) === addressOf(filter));
  const { data: saved = [] } = useQuery('deskViews', place && !named ? {} : null);
  if (!place || named) return named?.name;
  return savedViewOf({ ...filter, ...readOrder(address) }, saved, user.id)?.name;
}
