import { machines } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react/macro';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy } from '#charts/addresses.ts';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart } from '#charts/picture/use-chart.ts';
import { labelsOf, type MachineName } from '#charts/words/chart-words.ts';
import { ChartPage } from './chart-nav.tsx';
import { ChartTables } from './chart-table.tsx';
import { Chosen } from './chosen.tsx';
import { Legend } from './legend.tsx';

export default function MachinePage() {
  const { machine = '' } = useParams();
  if (!Object.hasOwn(machines, machine)) return <Navigate to="/404" replace />;
  return <Machine key={machine} name={machine as MachineName} />;
}

function Machine({ name }: { name: MachineName }) {
  const { i18n } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart(name);
  const address = addressOf(search);
  const labels = labelsOf(i18n.t, name);
  return (
    <ChartPage machine={name} title={chart.title} lead={<p>{chart.purpose}</p>}>
      <ChartPicture
        layout={chart.layout}
        chosen={chosenBy(search)}
        address={address}
        legend={<Legend layout={chart.layout} />}
      />
      <Chosen chart={chart} id={chosenBy(search)} labels={labels} address={address} />
      <ChartTables chart={{ graph: chart.graph, labels }} address={address} />
    </ChartPage>
  );
}
