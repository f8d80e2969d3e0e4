import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { useOptionLabels } from '#ui/application/use-options.ts';
import { formatDate } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { applicationAddress } from '../addresses.ts';
import { RowActions } from './row-actions.tsx';

interface ApplicationTableProps {
  items: readonly ApplicationSummary[];
  optionLabel: ReturnType<typeof useOptionLabels>;
  onChanged: () => void;
}

/** A row an application; on a phone, a card. */
export function ApplicationTable({ items, optionLabel, onChanged }: ApplicationTableProps) {
  const { t, i18n } = useLingui();
  return (
    <CardTable
      rows={items}
      keyOf={({ number }) => number}
      columns={[
        {
          label: t`Order number`,
          cell: ({ number }) => <Link to={applicationAddress(number)}>{number}</Link>,
        },
        {
          label: t`Application time`,
          cell: ({ createdAt }) => (
            <time dateTime={new Date(createdAt).toISOString()}>
              {formatDate(createdAt, i18n.locale)}
            </time>
          ),
        },
        {
          label: t`Purpose of use`,
          cell: ({ kind, purpose }) =>
            kind === 'personal' ? optionLabel('purposes', purpose) : purpose,
        },
        {
          label: t`Processing status`,
          cell: ({ state, kind }) => <StatusBadge state={state} kind={kind} />,
        },
        {
          label: t`Operate`,
          cell: (item) => <RowActions application={item} onChanged={onChanged} />,
        },
      ]}
    />
  );
}
