import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { hasTag } from '#contract/stored-application.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { AlreadyGiven } from './already-given.tsx';
import { CaseChanges } from './case-changes.tsx';
import { CaseClock } from './case-clock.tsx';
import { CaseDesk } from './case-desk.tsx';
import { CaseFacts } from './case-facts.tsx';
import styles from './case-page.module.css';
import { CasePresence } from './case-presence.tsx';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { OtherApplications } from './other-applications.tsx';
import { Papers } from './papers/papers.tsx';
import { queueAddress } from './queue/queue-place.ts';
import { useTake } from './use-take.ts';

// What was filed is read first; the forms about it come by then.
const DecisionArea = lazy(() => import('./decision/decision-area.tsx'));
const ErasureNotice = lazy(() => import('./erasure/erasure-notice.tsx'));
const CaseNotes = lazy(() => import('./case-notes.tsx'));
// Few applications are filed again: the others do not wait for it.
const CaseResubmission = lazy(() => import('./case-resubmission.tsx'));

/** One application at the desk: what was filed, what happened, and what can be decided. */
export default function CasePage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const {
    data: record,
    isFailed,
    reload,
  } = useQuery('deskApplication', { applicationNumber: number });
  const take = useTake();
  const navigate = useNavigate();
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const help = useShortcuts([
    { key: 'd', label: t`Decide`, run: () => focus('#decision :is(input, h2)') },
    { key: 'a', label: t`Take the application`, run: () => take(number) },
    { key: 'n', label: t`Write a note`, run: () => focus('#field-note') },
    { key: 'u', label: t`Back to the queue`, run: () => navigate(queueAddress()) },
  ]);
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (record?.number !== number) return <FullScreenLoader />;
  return (
    <Page
      title={t`Application ${number}`}
      above={[{ to: queueAddress(), label: t`Applications at the desk` }]}
      lead={
        <p>
          <StatusBadge state={record.state} kind={record.kind} />
        </p>
      }
    >
      <CasePresence record={record} onReload={reload} />
      <div className={styles.case}>
        <div className={styles.sections}>
          <CaseChanges record={record} />
          {record.resubmission && (
            <Suspense fallback={null}>
              <CaseResubmission kind={record.kind} changes={record.resubmission} />
            </Suspense>
          )}
          <CaseFacts record={record} />
          <AlreadyGiven given={record.alreadyGiven} />
          <ApplicationAnswers record={record} />
          <Papers files={record.files} />
        </div>
        <div className={styles.sections}>
          <CaseDesk record={record} />
          <CaseClock clock={record.clock} />
          <Suspense>
            <DecisionArea key={record.number} record={record} onChanged={reload} />
            {record.kind === 'public' && hasTag(record.state, 'downloadable') && (
              <ErasureNotice record={record} />
            )}
            <CaseNotes key={`${record.number} notes`} record={record} />
          </Suspense>
          <OtherApplications applications={record.others} />
          <section id="history">
            <h2>
              <Trans>History</Trans>
            </h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
        </div>
      </div>
      <ShortcutHelp {...help} />
    </Page>
  );
}
