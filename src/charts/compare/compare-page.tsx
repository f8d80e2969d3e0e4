import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CATALOGUE } from '#charts/addresses.ts';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import type { ChartExport } from '#lib/statechart/chart-formats/json.ts';
import { Page } from '#ui/frame/page.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { changesOf, marksOf, readExport } from './changes.ts';
import styles from './compare.module.css';

/** Two exports of a machine side by side: what the newer has added, removed and changed. */
export default function ComparePage() {
  const { t } = useLingui();
  const [older, setOlder] = useState<ChartExport | null>(null);
  const [newer, setNewer] = useState<ChartExport | null>(null);
  return (
    <Page
      title={t`Compare two versions`}
      above={[{ to: CATALOGUE, label: t`Charts` }]}
      lead={
        <Trans>
          Choose two JSON exports of one machine, saved on its page or from the command line.
          Nothing leaves this browser.
        </Trans>
      }
    >
      <div className={styles.files}>
        <VersionFile label={t`Older version`} onRead={setOlder} />
        <VersionFile label={t`Newer version`} onRead={setNewer} />
      </div>
      {older && newer && <Compared older={older} newer={newer} />}
    </Page>
  );
}

interface VersionFileProps {
  label: string;
  onRead: (version: ChartExport | null) => void;
}

function VersionFile({ label, onRead }: VersionFileProps) {
  const [isWrong, setWrong] = useState(false);
  async function read(file: File | undefined) {
    const version = file ? readExport(await file.text()) : null;
    setWrong(file !== undefined && version === null);
    onRead(version);
  }
  return (
    <label>
      <b>{label}</b>
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => read(event.currentTarget.files?.[0])}
      />
      {isWrong && (
        <Notice kind="error">
          <Trans>This file is not an export of a machine.</Trans>
        </Notice>
      )}
    </label>
  );
}

function Compared({ older, newer }: { older: ChartExport; newer: ChartExport }) {
  const { t } = useLingui();
  const { added, removed, changed } = changesOf(older, newer);
  const lists = [
    [t`Added`, added],
    [t`Removed`, removed],
    [t`Changed`, changed],
  ] as const;
  const address = () => '#changes';
  return (
    <>
      {older.machine !== newer.machine && (
        <Notice kind="info">
          <Trans>These are two machines, not two versions of one.</Trans>
        </Notice>
      )}
      <div id="changes" className={styles.changes} role="status">
        {lists.map(([title, ids]) => (
          <section key={title}>
            <h2>{`${title}: ${ids.length}`}</h2>
            <ul>
              {ids.map((id) => (
                <li key={id}>
                  <code>{id}</code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <h2>
        <Trans>Newer version: added in green, changed in blue</Trans>
      </h2>
      <ChartPicture
        layout={newer.layout}
        name={t`Newer version`}
        marks={Object.fromEntries([...marksOf(added, 'good'), ...marksOf(changed, 'new')])}
        chosen={null}
        address={address}
      />
      <h2>
        <Trans>Older version: removed in red, changed in blue</Trans>
      </h2>
      <ChartPicture
        layout={older.layout}
        name={t`Older version`}
        marks={Object.fromEntries([...marksOf(removed, 'bad'), ...marksOf(changed, 'new')])}
        chosen={null}
        address={address}
      />
    </>
  );
}
