import { machines as places } from 'virtual:chart-assets';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Page } from '#ui/frame/page.tsx';
import styles from './charts.module.css';
import { type MachineName, machineWords } from './words/chart-words.ts';

const names = Object.keys(places) as MachineName[];

export default function CataloguePage() {
  const { t, i18n } = useLingui();
  const machines = names.map((name) => ({ name, ...machineWords(i18n.t, name) }));
  const placeNames = {
    server: t`Runs on the server`,
    browser: t`Runs in the browser`,
    both: t`Runs on the server and in the browser`,
  };
  return (
    <Page
      title={t`Charts`}
      lead={
        <Trans>
          The workflow as it runs: each diagram is generated from the statechart that makes the
          decisions.
        </Trans>
      }
    >
      <ul className={`plain ${styles.machines}`}>
        {machines.map(({ name, title, purpose }) => (
          <li key={name} className="panel stack stack-small">
            <h2>
              <Link to={`/charts/${name}`}>{title}</Link>
            </h2>
            <p>{purpose}</p>
            <p className="soft">{placeNames[places[name]]}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
