import { machines as places } from 'virtual:chart-assets';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Page } from '#ui/frame/page.tsx';
import styles from './catalogue-page.module.css';
import { useChartWords } from './picture/use-chart.ts';
import type { MachineName } from './words/chart-words.ts';

const names = Object.keys(places) as MachineName[];

/** Every machine of the product, with what it is for. */
export default function CataloguePage() {
  const { t } = useLingui();
  const { machines } = useChartWords();
  const told = {
    server: t`Runs on the server`,
    browser: t`Runs in the browser`,
    both: t`Runs on the server and in the browser`,
  };
  return (
    <Page
      title={t`Charts`}
      lead={
        <Trans>
          The workflow as it runs: each diagram is drawn from the very machine that decides.
        </Trans>
      }
    >
      <p className={styles.compare}>
        <Link to="/charts/compare">
          <Trans>Compare two versions of a machine</Trans>
        </Link>
      </p>
      <ul className={styles.machines}>
        {names.map((name) => (
          <li key={name}>
            <h2>
              <Link to={`/charts/${name}`}>{machines[name].title}</Link>
            </h2>
            <p>{machines[name].purpose}</p>
            <p className={styles.place}>{told[places[name]]}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
