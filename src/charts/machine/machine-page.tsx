import { machines } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react/macro';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { addressOf, CATALOGUE, chosenBy } from '#charts/addresses.ts';
import { FoldSigns, LevelChoice } from '#charts/level/level-choice.tsx';
import { readLevel, shownAs, useLayout } from '#charts/level/use-layout.ts';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart } from '#charts/picture/use-chart.ts';
import { labelsOf, type MachineName } from '#charts/words/chart-words.ts';
import { Page } from '#ui/frame/page.tsx';
import { ChartNav } from './chart-nav.tsx';
import { ChartTables } from './chart-table.tsx';
import { Chosen } from './chosen.tsx';
import { Legend } from './legend.tsx';

export default function MachinePage() {
  const { machine = '' } = useParams();
  if (!Object.hasOwn(machines, machine)) return <Navigate to="/404" replace />;
  return <Machine key={machine} name={machine as MachineName} />;
}

function Machine({ name }: { name: MachineName }) {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart(name);
  const address = addressOf(search);
  const labels = labelsOf(i18n.t, name);
  const level = readLevel(search, chart);
  const { layout, isPending } = useLayout(chart, labels, level);
  return (
    <Page
      title={chart.title}
      above={[{ to: CATALOGUE, label: t`Charts` }]}
      lead={<p>{chart.purpose}</p>}
    >
      <ChartNav machine={name} />
      <ChartPicture
        layout={layout}
        tables={{ graph: chart.graph, labels }}
        chosen={shownAs(layout, level, chosenBy(search))}
        address={address}
        overlay={<FoldSigns layout={layout} level={level} />}
      />
      <Legend layout={layout} />
      <LevelChoice chart={chart} level={level} isPending={isPending} />
      <Chosen chart={chart} id={chosenBy(search)} labels={labels} address={address} />
      <ChartTables chart={{ graph: chart.graph, labels }} address={address} />
    </Page>
  );
}
