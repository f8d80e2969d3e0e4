import { machines } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy } from '#charts/addresses.ts';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart, useDetailedLayout } from '#charts/picture/use-chart.ts';
import { labelsOf, type MachineName } from '#charts/words/chart-words.ts';
import { useAddressFields } from '#ui/application/filing-filter.tsx';
import { ChartPage } from './chart-nav.tsx';
import { ChartTables } from './chart-table.tsx';
import { Chosen } from './chosen.tsx';
import { Legend } from './legend.tsx';
import styles from './machine.module.css';

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
  const detail = useAddressFields()('detail');
  const isDetailed = detail.value === 'guards';
  const detailed = useDetailedLayout(chart, labels, isDetailed);
  const layout = detailed ?? chart.layout;
  return (
    <ChartPage machine={name} title={chart.title} lead={<p>{chart.purpose}</p>}>
      <ChartPicture
        layout={layout}
        tables={{ graph: chart.graph, labels }}
        chosen={chosenBy(search)}
        address={address}
        legend={<Legend layout={layout} />}
      />
      <div className={`row above ${styles.detail}`}>
        <Checkbox
          label={t`Also conditions and effects`}
          checked={isDetailed}
          onChange={({ currentTarget: { checked } }) =>
            detail.onChange({ currentTarget: { value: checked ? 'guards' : '' } })
          }
        />
        <output>{isDetailed && !detailed && t`The diagram is being drawn.`}</output>
      </div>
      <Chosen chart={chart} id={chosenBy(search)} labels={labels} address={address} />
      <ChartTables chart={{ graph: chart.graph, labels }} address={address} />
    </ChartPage>
  );
}
