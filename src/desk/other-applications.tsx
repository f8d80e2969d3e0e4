import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import { AndMore } from './and-more.tsx';
import styles from './case-page.module.css';
import { filterAddress } from './queue-filter.ts';

/** Rows shown at first. */
const FEW = 6;

/** Applications that the same requester filed before and since. */
export function OtherApplications({ record }: { record: CallData<'deskApplication'> }) {
  const { others: applications, othersTotal, requesterEmail } = record;
  const { t, i18n } = useLingui();
  const { shown, ...more } = useFirstRows(applications, FEW);
  return (
    <section>
      <h2>{t`Other applications of this requester`}</h2>
      {applications.length === 0 ? (
        <p>{t`This is the only one.`}</p>
      ) : (
        <Table className={styles.others}>
          <Table.Thead className="visually-hidden">
            <Table.Tr>
              <Table.Th scope="col">{t`Order number`}</Table.Th>
              <Table.Th scope="col">{t`Filed on`}</Table.Th>
              <Table.Th scope="col">{t`Processing status`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ number, state, kind, createdAt }) => (
              <Table.Tr key={number}>
                <Table.Th scope="row">
                  <Link to={`/desk/applications/${number}`}>{number}</Link>
                </Table.Th>
                <Table.Td className={styles.day}>{formatDate(createdAt, i18n.locale)}</Table.Td>
                <Table.Td>
                  <StatusBadge state={state} kind={kind} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <MoreRows {...more} />
      {more.hidden === 0 && (
        <AndMore
          more={othersTotal - applications.length}
          to={`/desk?${filterAddress({ search: requesterEmail })}`}
        />
      )}
    </section>
  );
}
