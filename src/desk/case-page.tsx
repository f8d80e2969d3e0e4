import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { hasTag } from '#contract/stored-application.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { isOpenable } from '#ui/application/file-marks.tsx';
import { FileViewingContext, isShowable } from '#ui/application/file-viewing.ts';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { partBeside } from '#ui/frame/part-beside.tsx';
import { AlreadyGiven } from './already-given.tsx';
import { CaseChanges, unreadSupplement } from './case-changes.tsx';
import { CaseClock } from './case-clock.tsx';
import { CaseDesk } from './case-desk.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseJumps } from './case-jumps.tsx';
import styles from './case-page.module.css';
import { CasePresence } from './case-presence.tsx';
import { CaseSteps } from './case-steps.tsx';
import { chooseByKey } from './decision/choose-by-key.ts';
import { caseKeys } from './keyboard/keys.ts';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { NamedHere } from './notes/named-here.tsx';
import { OtherApplications } from './other-applications.tsx';
import { Papers } from './papers/papers.tsx';
import { useQueuePlace } from './queue/queue-place.ts';
import { useNeighbours } from './queue/use-neighbours.ts';
import { useTake } from './use-take.ts';
import { useWatch } from './use-watch.ts';

// The decision is fetched with the page; the other parts when what was filed is there.
const DecisionArea = partBeside(() => import('./decision/decision-area.tsx'));
const ErasureNotice = lazy(() => import('./erasure/erasure-notice.tsx'));
const AuthorityNotice = lazy(() => import('./authority/authority-notice.tsx'));
const CaseDisputes = lazyPage('seldom', () => import('./disputes/case-disputes.tsx'));
const CaseRecipient = lazyPage('seldom', () => import('./recipient/case-recipient.tsx'));
const CaseQuotes = lazyPage('seldom', () => import('./quotes/case-quotes.tsx'));
const CaseNotes = lazy(() => import('./notes/case-notes.tsx'));
// Few applications are filed again: the others do not wait for it.
const CaseResubmission = lazy(() => import('./case-resubmission.tsx'));

/** One application at the desk: its proof, what was filed, and what can be decided, side by side. */
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
  const { queueAddress } = useQueuePlace();
  const neighbours = useNeighbours(number);
  const [viewed, setViewed] = useState({ of: '', fileId: '' });
  const watch = useWatch();
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const help = useShortcuts(caseKeys, {
    d: () => focus('#decision :is(input, h2)'),
    '1': () => chooseByKey(0),
    '2': () => chooseByKey(1),
    '3': () => chooseByKey(2),
    j: neighbours.openNext,
    k: neighbours.openPrevious,
    a: () => take(number),
    w: () => record?.number === number && watch(record),
    n: () => focus('#field-note'),
    u: () => navigate(queueAddress()),
  });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (record?.number !== number) return <FullScreenLoader />;
  const drawn = record.files.filter(({ name, marks }) => isOpenable(marks) && isShowable(name));
  const wanted = viewed.of === number ? viewed.fileId : undefined;
  const shown = drawn.find(({ fileId }) => fileId === wanted) ?? drawn[0];
  const unread = unreadSupplement(record);
  return (
    <FileViewingContext
      value={{
        shown: shown?.fileId,
        show: (fileId) => {
          setViewed({ of: number, fileId });
          focus('#proof');
        },
      }}
    >
      <Page
        title={t`Application ${number}`}
        above={[{ to: queueAddress(), label: t`Applications at the desk` }]}
        lead={
          <p>
            <StatusBadge state={record.state} kind={record.kind} /> <NamedHere record={record} />
          </p>
        }
        actions={<CaseSteps neighbours={neighbours} />}
      >
        <CasePresence record={record} onReload={reload} />
        <CaseJumps hasProof={shown !== undefined} />
        <div className={styles.case} data-proof={shown ? 'yes' : 'no'}>
          <Papers file={shown} />
          <div className={styles.sections} id="form">
            <CaseChanges record={record} />
            {record.resubmission && (
              <Suspense fallback={null}>
                <CaseResubmission kind={record.kind} changes={record.resubmission} />
              </Suspense>
            )}
            <CaseFacts record={record} />
            <AlreadyGiven given={record.alreadyGiven} />
            <ApplicationAnswers
              // Each file stands once, beside the statement that it proves.
              record={unread ? { ...record, supplements: record.supplements.slice(0, -1) } : record}
            />
          </div>
          <div className={styles.sections}>
            <Suspense>
              <DecisionArea key={record.number} record={record} />
              <CaseClock record={record} />
              <CaseDesk record={record} />
            </Suspense>
            <Suspense>
              {record.kind === 'public' && hasTag(record.state, 'downloadable') && (
                <ErasureNotice record={record} />
              )}
              {record.authorityNotice && (
                <AuthorityNotice
                  key={record.number}
                  number={record.number}
                  notice={record.authorityNotice}
                />
              )}
            </Suspense>
          </div>
        </div>
        <div className={styles.below}>
          <section id="history" tabIndex={-1}>
            <h2>
              <Trans>History</Trans>
            </h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
          <div className={styles.sections}>
            <OtherApplications applications={record.others} />
            <Suspense>
              {record.recipient && <CaseRecipient recipient={record.recipient} />}
              {record.kind === 'public' && (
                <CaseQuotes key={`${record.number} quotes`} record={record} />
              )}
              <CaseDisputes key={`${record.number} disputes`} record={record} />
            </Suspense>
          </div>
          <Suspense>
            <CaseNotes key={`${record.number} notes`} record={record} />
          </Suspense>
        </div>
        <ShortcutHelp {...help} />
      </Page>
    </FileViewingContext>
  );
}
