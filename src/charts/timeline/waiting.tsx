import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { usePartyWords } from './parties.tsx';
import styles from './timeline.module.css';

interface WaitingProps {
  waiting: CallData<'chartTimeline'>['waiting'];
  /** The applications, in words. */
  of: string;
}

/** Time that applications waited, by whose turn it was. */
export function Waiting({ waiting, of }: WaitingProps) {
  const { t } = useLingui();
  const { count, percent, duration } = useFigureWords();
  const words = usePartyWords();
  const headings = [t`Waits for`, t`Share of the waiting`, t`Waits`, t`Wait on average`].concat([
    t`Of these, ended by the deadline`,
    t`Waiting now`,
  ]);
  return (
    <section>
      <h2>
        <Trans>Waiting</Trans>
      </h2>
      <div className={styles.bar} aria-hidden="true">
        {waiting
          .filter(({ share }) => share > 0)
          .map(({ waitsFor, share }) => (
            <span key={waitsFor} className={styles[waitsFor]} style={{ flexGrow: share }} />
          ))}
      </div>
      <ChartTable
        caption={t`Waiting time by party waited for`}
        headings={headings}
        region={`${t`Waiting time by party waited for`} (${of})`}
      >
        {waiting.map(({ waitsFor, share, waits, time, lapsed, now }) => (
          <Table.Tr key={waitsFor}>
            <Table.Th scope="row">
              <i className={styles[waitsFor]} aria-hidden="true" /> <span>{words[waitsFor]}</span>
            </Table.Th>
            <Table.Td>{percent(share)}</Table.Td>
            <Table.Td>{count(waits)}</Table.Td>
            <Table.Td>{duration(waits ? time / waits : null)}</Table.Td>
            <Table.Td>{count(lapsed)}</Table.Td>
            <Table.Td>{count(now)}</Table.Td>
          </Table.Tr>
        ))}
      </ChartTable>
    </section>
  );
}
