import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { OwnApplication, OwnVehicles } from '#contract/user-info.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { formatDate } from '#ui/format/dates.ts';
import { applicationAddress } from '../addresses.ts';
import { requesterActions } from '../requester-actions.ts';
import { RowActions } from './row-actions.tsx';
import { RowDate } from './row-date.tsx';

interface ApplicationRowProps {
  application: OwnApplication;
  /** Undefined where there is none, or none of this account's any more. */
  vehicle: OwnVehicles[number] | undefined;
  /** The vehicle, if the application has one, is linked to the account. */
  isLinked: boolean;
  /** Labels of the columns. */
  labels: readonly string[];
  /** In words. */
  purpose: string;
}

/** One application: what it is, where it stands, until when, and what can be done. */
export const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
  const { application, vehicle, isLinked, labels, purpose } = props;
  const { i18n } = useLingui();
  const { number, createdAt, kind, state } = application;
  const actions = requesterActions(application);
  const [, time, use, status] = labels;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link to={applicationAddress(number)} className="whole">
          {number}
        </Link>
        {vehicle && <small>{vehicle.name}</small>}
      </Table.Th>
      <Table.Td data-label={time}>
        <time dateTime={new Date(createdAt).toISOString()}>
          {formatDate(createdAt, i18n.locale)}
        </time>
      </Table.Td>
      <Table.Td data-label={use}>{purpose}</Table.Td>
      <Table.Td data-label={status}>
        <StatusBadge state={state} kind={kind} />
        <RowDate application={application} actions={actions} />
      </Table.Td>
      <Table.Td>
        <RowActions application={application} actions={actions} isLinked={isLinked} />
      </Table.Td>
    </Table.Tr>
  );
});
