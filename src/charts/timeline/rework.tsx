import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import type { CallData } from '#ui/calls/call-types.ts';

interface ReworkProps {
  rework: CallData<'chartTimeline'>['rework'];
  reworked: number;
  share: string;
  /** The applications, in words. */
  of: string;
}

/** States that applications entered again. */
export function Rework({ rework, reworked, share, of }: ReworkProps) {
  const { t, i18n } = useLingui();
  const { count } = useFigureWords();
  const { states } = machineWords(i18n.t, 'application');
  return (
    <section>
      <h2>
        <Trans>Done again</Trans>
      </h2>
      {reworked === 0 ? (
        <p>
          <Trans>No application came back into a state it had been in.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Plural
              value={reworked}
              one={`# application (${share}) came back into a state it had been in.`}
              other={`# applications (${share}) came back into a state they had been in.`}
            />
          </p>
          <ChartTable
            caption={t`States entered again`}
            region={`${t`States entered again`} (${of})`}
            headings={[t`State`, t`Applications`, t`Times`]}
          >
            {rework.map(({ state, applications, times }) => (
              <Table.Tr key={state}>
                <Table.Th scope="row">
                  <span>{states[state] ?? state}</span> <code>{state}</code>
                </Table.Th>
                <Table.Td>{count(applications)}</Table.Td>
                <Table.Td>{count(times)}</Table.Td>
              </Table.Tr>
            ))}
          </ChartTable>
        </>
      )}
    </section>
  );
}
