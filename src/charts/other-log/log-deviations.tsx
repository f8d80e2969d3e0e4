import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import type { DeviatingCase, LogDeviation } from '#applications/replay/replay-log.ts';
import { addressOf } from '#charts/addresses.ts';
import { useReasons } from '#charts/conformance/use-reasons.ts';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import tables from '#charts/machine/machine.module.css';
import { useChart } from '#charts/picture/use-chart.ts';
import { guardWords } from '#charts/words/chart-words.ts';
import { formatInstant } from '#ui/format/dates.ts';

/** Deviations by kind, the most frequent first. */
export function LogDeviations({ deviations }: { deviations: readonly LogDeviation[] }) {
  const { t } = useLingui();
  const { count } = useFigureWords();
  const headings = [t`Event`, t`State`, t`Why not`, t`Times`, t`Applications`];
  return (
    <div className={tables.tables}>
      <ChartTable
        caption={<Trans>What the machine would not have allowed</Trans>}
        headings={headings}
        region={t`What the machine would not have allowed`}
      >
        {deviations.map((each) => (
          <tr key={JSON.stringify([each.activity, each.state, each.reason, each.guard])}>
            <th scope="row">{each.activity || '–'}</th>
            <td>
              <Place state={each.state} />
            </td>
            <td>
              <Reason {...each} />
            </td>
            <td>{count(each.count)}</td>
            <td>{each.cases.join(', ')}</td>
          </tr>
        ))}
      </ChartTable>
    </div>
  );
}

/** The first cases that deviate, each with its place in the diagram. */
export function DeviatingCases({ first }: { first: readonly DeviatingCase[] }) {
  const { t, i18n } = useLingui();
  const { count } = useFigureWords();
  return (
    <div className={tables.tables}>
      <ChartTable
        caption={<Trans>The first applications that deviate, and where they first do</Trans>}
        headings={[t`Application`, t`Step`, t`When`, t`Event`, t`State`, t`Why not`]}
        region={t`The first applications that deviate, and where they first do`}
      >
        {first.map((each) => (
          <tr key={each.nth}>
            <th scope="row">{each.name}</th>
            <td>{count(each.step)}</td>
            <td>{formatInstant(each.at, i18n.locale)}</td>
            <td>{each.activity || '–'}</td>
            <td>
              <Place state={each.state} />
            </td>
            <td>
              <Reason {...each} />
            </td>
          </tr>
        ))}
      </ChartTable>
    </div>
  );
}

function Place({ state }: Pick<LogDeviation, 'state'>) {
  const [search] = useSearchParams();
  const { states } = useChart('application').layout;
  if (state === null) return <span>–</span>;
  const label = states.find(({ id }) => id === state)?.label ?? state;
  return <Link to={addressOf(search)('state', state)}>{label}</Link>;
}

function Reason({ reason, guard }: Pick<LogDeviation, 'reason' | 'guard'>) {
  const { t, i18n } = useLingui();
  const reasons = {
    ...useReasons(),
    unknown: t`the machine has no such event`,
    start: t`the filing is not in the log; it is assumed`,
  };
  return (
    <>
      <span>{reasons[reason]}</span>
      {guard && (
        <>
          <span>{`: ${guardWords(i18n.t)[guard] ?? guard} `}</span>
          <code>{guard}</code>
        </>
      )}
    </>
  );
}
