import { Trans, useLingui } from '@lingui/react/macro';
import { CATALOGUE } from '#charts/addresses.ts';
import { ChartNav } from '#charts/machine/chart-nav.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import { logLimits } from '#contract/limits.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';
import { Page } from '#ui/frame/page.tsx';
import { LogColumns } from './log-columns.tsx';
import { LogMeanings } from './log-meanings.tsx';
import { LogProblem } from './log-problem.tsx';
import { LogResult } from './log-result.tsx';
import styles from './other-log.module.css';
import { useOtherLog } from './use-other-log.ts';

/** Somebody else's event log, replayed on the application's machine in this browser. */
export default function OtherLogPage() {
  const { t, i18n } = useLingui();
  const { table, log, result, share, problem, choose, readTable, replay } = useOtherLog();
  const megabytes = logLimits.maxMebibytes;
  const events = formatNumber(logLimits.maxEvents, i18n.locale);
  return (
    <Page
      title={t`Another system’s log`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: machineWords(i18n.t, 'application').title },
      ]}
      lead={
        <Trans>
          Choose an event log as XES or CSV. Every application is replayed through the machine, in
          this browser: nothing is sent, and nothing is kept beyond this page.
        </Trans>
      }
    >
      <ChartNav machine="application" />
      <label className={styles.file}>
        <b>
          <Trans>Event log</Trans>
        </b>
        <input
          type="file"
          accept=".xes,.csv,text/csv"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <span className={styles.hint}>
          <Trans>
            XES, or CSV with headings; at most {megabytes} MB and {events} events.
          </Trans>
        </span>
      </label>
      {table && (
        <LogColumns key={table.headings.join('\n')} headings={table.headings} onRead={readTable} />
      )}
      {share !== undefined && (
        <p role="status">
          <progress value={share} max={1} aria-label={t`Progress`} />{' '}
          <span>{formatShare(share, i18n.locale)}</span>
        </p>
      )}
      {problem !== undefined && <LogProblem problem={problem} />}
      {log && <LogMeanings log={log} onReplay={replay} />}
      {result && <LogResult result={result} />}
    </Page>
  );
}
