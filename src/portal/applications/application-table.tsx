import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { useId, useMemo } from 'react';
import { type ListGroup, listGroupOf, listGroups } from '#contract/turns.ts';
import type { OwnApplication, OwnVehicles } from '#contract/user-info.ts';
import type { Elements } from '#ui/elements.ts';
import { ApplicationRow } from './application-row.tsx';
import styles from './application-table.module.css';

interface ApplicationTableProps {
  items: readonly OwnApplication[];
  /** The account's, for their names; undefined until the server has answered. */
  vehicles: OwnVehicles | undefined;
  optionLabel: (list: 'purposes', code: string) => string;
  /** Rows of what was begun and not sent. */
  drafts: readonly Elements[];
}

/** Applications by who has to act, a row each; on a phone, a card. */
export function ApplicationTable(props: ApplicationTableProps) {
  const { items, vehicles, optionLabel, drafts } = props;
  const { t } = useLingui();
  const id = useId();
  const columns = useMemo(
    () => [
      t`Order number`,
      t`Application time`,
      t`Purpose of use`,
      t`Processing status`,
      t`Operate`,
    ],
    [t],
  );
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
            .filter((application) => listGroupOf(application) === group)
            .map((application) => (
              <ApplicationRow
                key={application.number}
                application={application}
                // Where the vehicles are unknown, the server says whether the link has ended.
                isLinked={
                  application.vehicleId === null ||
                  !vehicles ||
                  vehicles.some(({ vehicleId }) => vehicleId === application.vehicleId)
                }
                vehicle={vehicles?.find(({ vehicleId }) => vehicleId === application.vehicleId)}
                labels={columns}
                purpose={
                  application.kind === 'personal'
                    ? optionLabel('purposes', application.purpose)
                    : application.purpose
                }
              />
            )),
          ...(group === 'needsYou' ? drafts : []),
        ];
        if (!rows.length) return null;
        return (
          <Table.Tbody key={group} data-group={group} aria-labelledby={`${id}-${group}`}>
            <Table.Tr className={styles.group}>
              <Table.Th scope="rowgroup" colSpan={columns.length} id={`${id}-${group}`}>
                {titles[group]}
              </Table.Th>
            </Table.Tr>
            {rows}
          </Table.Tbody>
        );
      })}
    </Table>
  );
}
