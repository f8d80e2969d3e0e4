import { useLingui } from '@lingui/react/macro';
import { useQuery } from '#ui/calls/use-query.ts';
import { useStaff } from '../staff-context.ts';
import { filterAddress, type QueueFilter, readFilter, readOrder } from './queue-address.ts';
import { useQueuePlace } from './queue-place.ts';

const addressOf = (filter: QueueFilter) => String(filterAddress(filter));

export function useStandardViews(): readonly (readonly [name: string, filter: QueueFilter])[] {
  const { t } = useLingui();
  return [
    [t`We need to act`, { turn: 'holder' }],
    [t`Mine`, { turn: 'holder', assigned: 'me' }],
    [t`Nobody’s yet`, { turn: 'holder', assigned: 'nobody' }],
    [t`Overdue`, { turn: 'holder', overdue: true }],
    [t`Your opinion`, { opinion: true }],
    [t`Watched`, { watched: true }],
    [t`Waiting for the requester`, { turn: 'requester' }],
    [t`Ended`, { turn: 'nobody' }],
    [t`All`, {}],
  ];
}

/** Returns the name of the view from which a case was opened; undefined if it has none. */
export function useViewName(): string | undefined {
  const { user } = useStaff();
  const [place] = useQueuePlace();
  const standard = useStandardViews();
  const address = new URLSearchParams(place?.search);
  const filter = readFilter(address);
  const named = place && standard.find(([, one]) => addressOf(one) === addressOf(filter));
  const { data: saved = [] } = useQuery('deskViews', place && !named ? {} : null);
  if (!place || named) return named?.[0];
  const here = addressOf({ ...filter, ...readOrder(address) });
  const matching = saved.filter((view) => addressOf(view.filter) === here);
  return (matching.find(({ owner }) => owner === user.id) ?? matching[0])?.name;
}
