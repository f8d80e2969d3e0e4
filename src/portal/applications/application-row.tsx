import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { OwnApplication, OwnVehicles } from '#contract/user-info.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { useOptionLabels } from '#ui/application/use-options.ts';
import { formatDate } from '#ui/format/dates.ts';
import { applicationAddress } from '../addresses.ts';
import { RowActions } from './row-actions.tsx';
import { RowDate } from './row-date.tsx';

interface ApplicationRowProps {
  application: OwnApplication;
  /** Undefined where there is none, or none of this account's any more. */
  vehicle: OwnVehicles[number] | undefined;
  /** Labels of the columns. */
  labels: readonly string[];
  optionLabel: ReturnType<typeof useOptionLabels>;
}

/** One application: what it is, where it stands, until when, and what can be done. */
export function ApplicationRow(props: ApplicationRowProps) {
  const { application, vehicle, labels, optionLabel } = props;
  const { i18n } = useLingui();
  const { number, createdAt, kind, purpose, state } = application;
  const [, time, use, status] = labels;
  return (
    <tr>
      <th scope="row">
        <Link to={applicationAddress(number)} className="whole">
          {number}
        </Link>
        {vehicle && <small>{vehicle.name}</small>}
      </th>
      <td data-label={time}>
        <time dateTime={new Date(createdAt).toISOString()}>
          {formatDate(createdAt, i18n.locale)}
        </time>
      </td>
      <td data-label={use}>{kind === 'personal' ? optionLabel('purposes', purpose) : purpose}</td>
      <td data-label={status}>
        <StatusBadge state={state} kind={kind} />
        <RowDate application={application} />
      </td>
      <td>
        <RowActions application={application} />
      </td>
    </tr>
  );
}
