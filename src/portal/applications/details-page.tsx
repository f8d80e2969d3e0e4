import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { DecisionDownload } from '#ui/application/decision-download.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { MAIN_LIST } from '../addresses.ts';
import styles from './details-page.module.css';
import { ReportArea } from './report-area.tsx';
import { TurnNotice } from './turn-notice.tsx';

/** One application, whole: where it is, whose turn it is, what was said, what happened. */
export default function DetailsPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const { hash } = useLocation();
  const {
    data: record,
    isFailed,
    reload,
  } = useAnswer('applicationDetails', {
    applicationNumber: number,
  });
  const isThere = record !== undefined;

  useEffect(() => {
    if (!isThere || !hash) return;
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [isThere, hash]);

  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!record) return <FullScreenLoader />;
  return (
    <Page
      title={t`Application ${number}`}
      above={[{ to: MAIN_LIST, label: t`My applications` }]}
      lead={
        <p>
          <StatusBadge state={record.state} kind={record.kind} />
        </p>
      }
    >
      <div className={styles.sections}>
        <ProgressRoute
          state={record.state}
          kind={record.kind}
          passed={record.history.map(({ to }) => to)}
        />
        <TurnNotice record={record} onChanged={reload} />
        <DecisionDownload record={record} endpoint="decisionLetter" />
        {record.report && <ReportArea record={record} onChanged={reload} />}
        <ApplicationAnswers record={record} />
        <section id="history" tabIndex={-1}>
          <h2>
            <Trans>History</Trans>
          </h2>
          <HistoryTimeline entries={record.history} kind={record.kind} />
        </section>
      </div>
    </Page>
  );
}
