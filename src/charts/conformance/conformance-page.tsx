import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { addressOf, CATALOGUE, chosenBy } from '#charts/addresses.ts';
import { ChartNav } from '#charts/machine/chart-nav.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import styles from '#charts/machine/machine.module.css';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart, useChartWords } from '#charts/picture/use-chart.ts';
import { useEventLabel } from '#ui/application/event-label.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { Notice } from '#ui/messages/notice.tsx';

type Deviation = CallData<'chartConformance'>['deviations'][number];

/** Every history replayed through the machine: what the machine would not have allowed. */
export default function ConformancePage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart('application');
  const { data, isFailed, reload } = useAnswer('chartConformance', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  const steps = formatNumber(data.steps, i18n.locale);
  return (
    <Page
      title={t`Conformance`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: chart.title },
      ]}
      lead={
        <Trans>
          The history of every application replayed through the machine. What it would not have
          allowed is drawn in red, dashed.
        </Trans>
      }
    >
      <ChartNav machine="application" />
      <Notice kind={data.deviations.length ? 'error' : 'good'}>
        <Plural
          value={data.applications}
          one={`# application, ${steps} steps.`}
          other={`# applications, ${steps} steps.`}
        />
        <SentenceSpace />
        {data.deviations.length === 0 && <Trans>All as the machine allows.</Trans>}
      </Notice>
      {data.pending > 0 && (
        <Notice kind="info">
          <Plural
            value={data.pending}
            one="# application is still to be replayed through the machine as it is now."
            other="# applications are still to be replayed through the machine as it is now."
          />
        </Notice>
      )}
      {data.assumed > 0 && (
        <p className={styles.assumed}>
          <Plural
            value={data.assumed}
            one="# step is from before its date to answer by or its ground was kept: that it held is assumed."
            other="# steps are from before their date to answer by or their ground was kept: that it held is assumed."
          />
        </p>
      )}
      <ChartPicture
        layout={chart.layout}
        strays={straysOf(data.deviations)}
        chosen={chosenBy(search)}
        address={addressOf(search)}
      />
      {data.deviations.length > 0 && <Deviations deviations={data.deviations} />}
    </Page>
  );
}

function straysOf(deviations: readonly Deviation[]) {
  return deviations.flatMap(({ from, to, event, count }) =>
    from === null ? [] : [{ from, to, text: `${event} × ${count}` }],
  );
}

function Deviations({ deviations }: { deviations: readonly Deviation[] }) {
  const { t, i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const { guards } = useChartWords();
  const { states } = useChart('application').layout;
  const label = (id: string) => states.find((state) => state.id === id)?.label ?? id;
  const reasons: Record<Deviation['reason'], string> = {
    event: t`the machine takes no such event there`,
    target: t`the machine leads elsewhere`,
    guard: t`does not hold`,
    gap: t`does not follow on what was before`,
    end: t`the application is not where its history ends`,
  };
  const headings = [t`Event`, t`From`, t`To`, t`Who`, t`Why not`, t`Times`, t`Cases`];
  return (
    <ChartTable
      caption={<Trans>What the machine would not have allowed</Trans>}
      headings={headings}
    >
      {deviations.map((each) => (
        <tr
          key={JSON.stringify([
            each.kind,
            each.from,
            each.event,
            each.to,
            each.role,
            each.reason,
            each.guard,
          ])}
        >
          <th scope="row">{eventLabel(each.event)}</th>
          <td>{each.from === null ? '–' : label(each.from)}</td>
          <td>{label(each.to)}</td>
          <td>{roleLabel(each.role)}</td>
          <td>
            {reasons[each.reason]}
            {each.guard && (
              <>
                : {guards[each.guard] ?? each.guard} <code>{each.guard}</code>
              </>
            )}
          </td>
          <td>{formatNumber(each.count, i18n.locale)}</td>
          <td>
            {each.cases.map((number) => (
              <Fragment key={number}>
                <Link to={`/charts/application/case/${number}`}>{number}</Link>{' '}
              </Fragment>
            ))}
          </td>
        </tr>
      ))}
    </ChartTable>
  );
}
