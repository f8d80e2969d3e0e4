import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import type { Elements } from '#ui/elements.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { CaseDesk } from './case-desk.tsx';
import {
  AlreadyGiven,
  CaseChanges,
  CaseChecks,
  CaseFacts,
  unreadSupplement,
} from './case-facts.tsx';
import styles from './case-page.module.css';
import { CasePresence } from './case-presence.tsx';
import { OtherApplications } from './other-applications.tsx';
import type { FileViewing } from './papers/file-viewing.ts';

const DecisionArea = lazyPage('desk', () => import('./decision/decision-area.tsx'));
const Papers = lazyPage('case', () => import('./papers/paper.tsx'));
const CaseClock = lazyPage('desk', () => import('./case-clock.tsx'));

/** Loads the parts above the fold, so that they do not move the page. */
export const loadParts = () =>
  Promise.all([DecisionArea, Papers, CaseClock, CaseChecks].map(({ load }) => load()));

const CaseNotices = lazyPage('case', () => import('./erasure/case-notices.tsx'));
const CaseDisputes = lazyPage('seldom', () => import('./disputes/case-disputes.tsx'));
const RecipientSummary = lazyPage('seldom', async () => {
  const { RecipientSummary } = await import('#ui/recipient/recipient-summary.tsx');
  return { default: RecipientSummary };
});
const CaseQuotes = lazyPage('seldom', () => import('./quotes/case-quotes.tsx'));
const CaseNotes = lazyPage('case', () => import('./notes/case-notes.tsx'));
const CaseResubmission = lazy(() => import('./case-resubmission.tsx'));

interface CasePartsProps {
  record: CallData<'deskApplication'>;
  viewing: FileViewing;
}

export function CaseParts({ record, viewing }: CasePartsProps) {
  const { t } = useLingui();
  const hasProof = viewing.file !== undefined;
  const unread = unreadSupplement(record);
  return (
    <>
      <CasePresence record={record} />
      <CaseJumps hasProof={hasProof} />
      <div className={`stack stack-large ${styles.case}`} data-proof={hasProof ? 'yes' : 'no'}>
        {hasProof && (
          <Suspense fallback={<div />}>
            <Papers viewing={viewing} />
          </Suspense>
        )}
        <div className={styles.sections} id="form">
          <CaseChanges record={record} />
          <CaseFacts record={record} findings={viewing.findings} />
          {record.resubmission && (
            <Suspense fallback={null}>
              <CaseResubmission kind={record.kind} changes={record.resubmission} />
            </Suspense>
          )}
          <AlreadyGiven record={record} />
          <ApplicationAnswers
            // `CaseChanges` already shows an unread answer with its files.
            record={unread ? { ...record, supplements: record.supplements.slice(0, -1) } : record}
          />
          <div className={styles.letter} id="letter" />
        </div>
        <div className={styles.sections}>
          <Suspense>
            <CaseClock record={record} />
            <DecisionArea record={record} />
            <CaseDesk record={record} />
          </Suspense>
          <Suspense>
            <CaseNotices record={record} />
          </Suspense>
        </div>
      </div>
      <Deferred>
        <div className={styles.below}>
          <section id="history" tabIndex={-1}>
            <h2>{t`History`}</h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
          <div className={styles.sections}>
            <OtherApplications record={record} />
            <Suspense>
              {record.recipient && (
                <section>
                  <h2>{t`Data recipient`}</h2>
                  <RecipientSummary recipient={record.recipient} />
                </section>
              )}
              {record.kind === 'public' && <CaseQuotes record={record} />}
              <CaseDisputes record={record} />
            </Suspense>
          </div>
          <Suspense>
            <CaseNotes record={record} />
          </Suspense>
        </div>
      </Deferred>
    </>
  );
}

function Deferred({ children }: { children: Elements }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}

function CaseJumps({ hasProof }: { hasProof: boolean }) {
  const { t } = useLingui();
  return (
    <nav className={`tabs ${styles.jumps}`} aria-label={t`Parts of the application`}>
      <a href="#decision">{t`Decide`}</a>
      {hasProof && <a href="#proof">{t`Proof`}</a>}
      <a href="#form">{t`Form`}</a>
      <a href="#history">{t`History`}</a>
    </nav>
  );
}
