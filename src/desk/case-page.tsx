import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { AlreadyGiven } from './already-given.tsx';
import { CaseClock } from './case-clock.tsx';
import { CaseFacts } from './case-facts.tsx';
import styles from './case-page.module.css';
import { DecisionArea } from './decision/decision-area.tsx';
import { ErasureNotice } from './erasure/erasure-notice.tsx';
import { OtherApplications } from './other-applications.tsx';
import { Papers } from './papers/papers.tsx';

/** One application at the desk: what was filed, what happened, and what can be decided. */
export default function CasePage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const {
    data: record,
    isFailed,
    reload,
  } = useAnswer('deskApplication', { applicationNumber: number });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!record) return <FullScreenLoader />;
  return (
    <Page
      title={t`Application ${number}`}
      above={[{ to: '/desk', label: t`Applications at the desk` }]}
      lead={
        <p>
          <StatusBadge state={record.state} kind={record.kind} />
        </p>
      }
    >
      <div className={styles.case}>
        <div className={styles.sections}>
          <CaseFacts record={record} />
          <AlreadyGiven given={record.alreadyGiven} />
          <ApplicationAnswers record={record} />
          <Papers files={record.files} />
        </div>
        <div className={styles.sections}>
          <CaseClock clock={record.clock} />
          <DecisionArea key={record.number} record={record} onChanged={reload} />
          {record.kind === 'public' && record.state === 'approved' && (
            <ErasureNotice record={record} onRecorded={reload} />
          )}
          <OtherApplications applications={record.others} />
          <section>
            <h2>
              <Trans>History</Trans>
            </h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
        </div>
      </div>
    </Page>
  );
}
