import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { listQuestion } from './addresses.ts';

export function useEarlierForm<Kind extends ApplicationKind>(kind: Kind) {
  const { data: list } = useQuery('history', listQuestion(undefined, 1), { silent: true });
  const [last] = (list?.items ?? [])
    .filter((item) => item.kind === kind)
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const query = last ? { applicationNumber: last.number } : null;
  return useQuery('applicationDetails', query, { silent: true }).data?.[kind];
}

export function EarlierDetailsButton({ name, onUse }: { name: string; onUse: () => void }) {
  const { t } = useLingui();
  return (
    <div>
      <Button variant="default" onClick={onUse}>{t`Use the details of ${name}`}</Button>
    </div>
  );
}
