import '@mantine/core/styles/Table.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasTag } from '#contract/stored-application.ts';
import { groupAndTasksOf, isOver, type ListGroup, listGroups, type Task } from '#contract/turns.ts';
import type { OwnApplication, OwnVehicles } from '#contract/user-info.ts';
import { taskWords } from '#forms/tasks.ts';
import { applicationAddress } from '#portal/addresses.ts';
import { reportActions, requesterActions } from '#portal/requester-actions.ts';
import { CarPicture, useVehicle } from '#portal/vehicles/car-card.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import type { Elements } from '#ui/elements.ts';
import { daysUntil, formatBriefDate, formatDate, formatNearDay } from '#ui/format/dates.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { TaskButton, Terminate } from './application-buttons.tsx';
import styles from './application-table.module.css';

interface ApplicationTableProps {
  items: readonly OwnApplication[];
  groups: CallData<'history'>['groups'] | undefined;
  vehicles: OwnVehicles | undefined;
  optionLabel: (list: 'purposes', code: string) => string;
  drafts: readonly Elements[];
}

export function ApplicationTable(props: ApplicationTableProps) {
  const { items, groups, vehicles, optionLabel, drafts } = props;
  const { t } = useLingui();
  const id = useId();
  const columns = [
    t`Order number`,
    t`Application time`,
    t`Purpose of use`,
    t`Processing status`,
    t`Operate`,
  ];
  const titles: Record<ListGroup, string> = {
    needsYou: t`Needs you`,
    underWay: t`Under way`,
    ended: t`Ended`,
  };
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((label) => (
            <Table.Th key={label} scope="col">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {listGroups.map((group) => {
        const rows: Elements[] = [
          ...items
            .filter((application) => groupAndTasksOf(application).group === group)
            .map((application) => (
              <ApplicationRow
                key={application.number}
                application={application}
                vehicles={vehicles}
                optionLabel={optionLabel}
              />
            )),
          ...(group === 'needsYou' ? drafts : []),
        ];
        if (!rows.length) return null;
        return (
          <Table.Tbody key={group} data-group={group} aria-labelledby={`${id}-${group}`}>
            <Table.Tr className={styles.group}>
              <Table.Th scope="rowgroup" colSpan={columns.length} id={`${id}-${group}`}>
                <span>{titles[group]}</span>{' '}
                <span className="tag" data-tone={group === 'needsYou' ? 'yours' : undefined}>
                  {(groups?.[group] ?? 0) + (group === 'needsYou' ? drafts.length : 0)}
                </span>
              </Table.Th>
            </Table.Tr>
            {rows}
          </Table.Tbody>
        );
      })}
    </Table>
  );
}

interface ApplicationRowProps extends Pick<ApplicationTableProps, 'vehicles' | 'optionLabel'> {
  application: OwnApplication;
}

function ApplicationRow({ application, vehicles, optionLabel }: ApplicationRowProps) {
  const { i18n } = useLingui();
  const { number, createdAt, kind, state, vehicleId, purpose } = application;
  const [task] = groupAndTasksOf(application).tasks;
  const dateText = useDateText(application, task);
  const vehicle = vehicles?.find((each) => each.vehicleId === vehicleId);
  const { data: car } = useVehicle(vehicleId);
  const name = vehicle?.name ?? car?.name;
  // While the vehicles are unknown, the server checks the link.
  const isLinked = vehicleId === null || !vehicles || vehicle !== undefined;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <div className={styles.named}>
          {vehicleId && <CarPicture car={car} />}
          <div>
            <Link to={applicationAddress(number)} className="whole">
              {number}
            </Link>
            {name && <small>{name}</small>}
          </div>
        </div>
      </Table.Th>
      <Table.Td>
        <time dateTime={new Date(createdAt).toISOString()}>
          {formatBriefDate(createdAt, i18n.locale)}
        </time>
      </Table.Td>
      <Table.Td>{kind === 'personal' ? optionLabel('purposes', purpose) : purpose}</Table.Td>
      <Table.Td>
        <StatusBadge state={state} kind={kind} />
        {dateText && <small className={styles.date}>{dateText}</small>}
      </Table.Td>
      <Table.Td>
        <RowActions application={application} task={task} isLinked={isLinked} />
      </Table.Td>
    </Table.Tr>
  );
}

function useDateText(application: OwnApplication, task: Task | undefined): string | null {
  const { t, i18n } = useLingui();
  const { state, dueDay, quoteDay, reportDay, reportState, updatedAt } = application;
  const near = (day: string | null) => day && formatNearDay(day, i18n.locale);
  const [day, quoteUntil, until] = [dueDay, quoteDay, reportDay].map(near);
  if (task === 'supply') return t`Answer by ${day}`;
  if (task === 'requestData') return t`Choose your data by ${day}`;
  if (task === 'answerQuote') return t`Answer the quote by ${quoteUntil}`;
  if (task && task !== 'download') return i18n._(taskWords[task]);
  const reports: Partial<Record<string, string>> = {
    delivered: until ? t`Data ready, kept until ${until}` : t`Your data are ready`,
    empty: t`There are no data for this request`,
    failed: t`The report could not be generated`,
    expired: t`The report is no longer kept`,
  };
  if (hasTag(state, 'downloadable'))
    return reports[reportState ?? ''] ?? t`We are generating the report`;
  if (hasTag(state, 'withheld') || hasTag(state, 'suspended'))
    return t`See the reasons and what you can do`;
  const ended = formatDate(updatedAt, i18n.locale);
  if (application.isRefused) return t`Refused on ${ended}`;
  if (hasTag(state, 'endedByHolder') && reportState !== null) return t`Sharing ended on ${ended}`;
  if (hasTag(state, 'endedByHolder')) return t`Ended on ${ended}, without an answer from you`;
  if (isOver(state)) return t`Ended by you on ${ended}`;
  if (!dueDay) return null;
  return daysUntil(dueDay) < 0
    ? t`With us, and later than we aimed for`
    : t`With us, answer expected by ${day}`;
}

interface RowActionsProps {
  application: OwnApplication;
  task: Task | undefined;
  isLinked: boolean;
}

function RowActions({ application, task, isLinked }: RowActionsProps) {
  const { t } = useLingui();
  const { number } = application;
  const address = applicationAddress(number);
  return (
    <div className={styles.actions}>
      <NextStep application={application} task={task} isLinked={isLinked} />
      <Terminate
        application={application}
        opener={(ask) => (
          <MoreMenu
            label={t`More for ${number}`}
            actions={[
              { label: t`History`, to: `${address}#history` },
              {
                label:
                  application.kind === 'personal' ? t`Owner information` : t`Requester information`,
                to: `${address}#owner`,
              },
              { label: t`Vehicle information`, to: `${address}#vehicle` },
              ...(requesterActions(application).canTerminate
                ? [{ label: t`Terminate`, onClick: ask }]
                : []),
            ]}
          />
        )}
      />
    </div>
  );
}

function NextStep(props: RowActionsProps) {
  const { application, task } = props;
  if (hasTag(application.state, 'downloadable') && (!task || task === 'download'))
    return <ReportStep {...props} />;
  return task && <TaskButton number={application.number} task={task} size="sm" />;
}

function ReportStep({ application, task, isLinked }: RowActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { number, requester, reportState, regeneration, updatedAt } = application;
  if (reportState === null || regeneration === null) return null;
  const report = { state: reportState, ...regeneration };
  const linkEndedAt = isLinked ? null : updatedAt;
  const { canDownload, canRegenerate } = reportActions(report, { requester, linkEndedAt });

  async function regenerate() {
    await call('regenerateReport', { applicationNumber: number });
    navigate(`${applicationAddress(number)}#report`);
  }

  if (canDownload)
    return (
      <BusyButton
        size="sm"
        variant={task === 'download' ? 'filled' : 'outline'}
        work={() => download('report', { applicationNumber: number })}
      >
        {t`Download data`}
      </BusyButton>
    );
  return (
    canRegenerate && (
      <BusyButton size="sm" variant="outline" work={regenerate}>
        {t`Generate again`}
      </BusyButton>
    )
  );
}
