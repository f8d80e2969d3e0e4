import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import { filterAddress } from './queue/queue-address.ts';

const ROWS_AT_FIRST = 6;

export function OtherApplications({ record }: { record: CallData<'deskApplication'> }) {
  const { others: applications, othersTotal, requesterEmail } = record;
  const search = record.public?.departmentName ?? requesterEmail;
  const { t, i18n } = useLingui();
  const { shown, ...more } = useFirstRows(applications, ROWS_AT_FIRST);
  return (
    <section>
      <h2>{t`Other applications of this requester`}</h2>
      {applications.length === 0 ? (
        <p>{t`This is the only one.`}</p>
      ) : (
        <CardTable
          rows={shown}
          keyOf={({ number }) => number}
          columns={[
            {
              label: t`Application number`,
              cell: ({ number }) => (
                <Link className="whole" to={`/desk/applications/${number}`}>
                  {number}
                </Link>
              ),
            },
            { label: t`Filed on`, cell: ({ createdAt }) => formatDate(createdAt, i18n.locale) },
            {
              label: t`Processing status`,
              cell: ({ state, kind }) => <StatusBadge state={state} kind={kind} />,
            },
          ]}
        />
      )}
      <MoreRows {...more} />
      {more.hidden === 0 && (
        <AndMore
          more={othersTotal - applications.length}
          to={`/desk?${filterAddress({ search })}`}
        />
      )}
    </section>
  );
}

export function AndMore({ more, to }: { more: number; to: string }) {
  if (more <= 0) return null;
  return (
    <p>
      <Link to={to}>
        <Plural value={more} one="and # more" other="and # more" />
      </Link>
    </p>
  );
}
