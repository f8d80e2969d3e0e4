import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import { hasTag } from '#contract/stored-application.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import type { Elements } from '#ui/elements.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { partBeside } from '#ui/frame/part-beside.tsx';
import { AlreadyGiven } from './already-given.tsx';
import { CaseChanges, unreadSupplement } from './case-changes.tsx';
import { CaseClock } from './case-clock.tsx';
import { CaseDesk } from './case-desk.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseJumps } from './case-jumps.tsx';
import styles from './case-page.module.css';
import { CasePresence } from './case-presence.tsx';
import { OtherApplications } from './other-applications.tsx';
import { Papers } from './papers/papers.tsx';

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

interface CasePartsProps {
  record: CallData<'deskApplication'>;
  /** The file that is read beside the form. */
  shown: StoredFile | undefined;
}

/** What was filed, its proof, and what can be decided, side by side; below it what came of it. */
export function CaseParts({ record, shown }: CasePartsProps) {
  const { t } = useLingui();
  const unread = unreadSupplement(record);
  return (
    <>
      <CasePresence record={record} />
      <CaseJumps hasProof={shown !== undefined} />
      <div className={`stack stack-large ${styles.case}`} data-proof={shown ? 'yes' : 'no'}>
        <Papers file={shown} />
        <div className={styles.sections} id="form">
          <CaseChanges record={record} />
          {record.resubmission && (
            <Suspense fallback={null}>
              <CaseResubmission kind={record.kind} changes={record.resubmission} />
            </Suspense>
          )}
          <CaseFacts record={record} />
          <AlreadyGiven number={record.number} given={record.alreadyGiven} />
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
      <Later>
        <div className={styles.below}>
          <section id="history" tabIndex={-1}>
            <h2>{t`History`}</h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
          <div className={styles.sections}>
            <OtherApplications record={record} />
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
      </Later>
    </>
  );
}

/** Parts of a page that nobody came for first: drawn once what stands above them is on screen. */
function Later({ children }: { children: Elements }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
