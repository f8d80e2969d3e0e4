import { useLingui } from '@lingui/react/macro';
import { Suspense, useDeferredValue, useState } from 'react';
import { formatter } from '#lib/words/formats.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { RecipientSummary } from '#ui/recipient/recipient-summary.tsx';
import type { CaseProps } from './case.ts';
import CaseClock from './case-clock.tsx';
import { CaseDesk } from './case-desk.tsx';
import {
  AlreadyGiven,
  CaseChanges,
  CaseFacts,
  CaseResubmission,
  OtherApplications,
  unreadSupplement,
} from './case-facts.tsx';
import styles from './case-page.module.css';
import type { FileViewing } from './papers/file-viewing.ts';

const DecisionArea = lazyPage('case', () => import('./decision/decision-area.tsx'));
const Papers = lazyPage('case', () => import('./papers/paper.tsx'));

/** Loads the parts above the fold, so that they do not move the page. */
export const loadParts = () => Promise.all([DecisionArea.load(), Papers.load()]);

const CaseNotices = lazyPage('case', () => import('./erasure/case-notices.tsx'));
const CaseNotes = lazyPage('case', () => import('./notes/case-notes.tsx'));
const CaseDisputes = lazyPage('seldom', () => import('./disputes/case-disputes.tsx'));
const CaseQuotes = lazyPage('seldom', () => import('./quotes/case-quotes.tsx'));

export function CaseParts({ record, viewing }: CaseProps & { viewing: FileViewing }) {
  const { t } = useLingui();
  const hasProof = viewing.file !== undefined;
  const unread = unreadSupplement(record);
  // Renders the parts below the fold after the others, because rendering blocks the page.
  const isBelowShown = useDeferredValue(true, false);
  return (
    <>
      <CasePresence record={record} />
      <nav className={`tabs ${styles.jumps}`} aria-label={t`Parts of the application`}>
        <a href="#decision">{t`Decide`}</a>
        {hasProof && <a href="#proof">{t`Proof`}</a>}
        <a href="#form">{t`Form`}</a>
        <a href="#history">{t`History`}</a>
      </nav>
      <div className={`stack stack-large ${styles.case}`} data-proof={hasProof ? 'yes' : 'no'}>
        {hasProof && (
          <Suspense fallback={<div />}>
            <Papers viewing={viewing} />
          </Suspense>
        )}
        <div className={styles.sections} id="form">
          <CaseChanges record={record} />
          <CaseFacts record={record} findings={viewing.findings} />
          <CaseResubmission record={record} />
          <AlreadyGiven record={record} />
          <ApplicationAnswers
            // `CaseChanges` already shows an unread answer with its files.
            record={unread ? { ...record, supplements: record.supplements.slice(0, -1) } : record}
          />
          <div className={styles.letter} id="letter" />
        </div>
        <div className={styles.sections}>
          <CaseClock record={record} />
          <Suspense>
            <DecisionArea record={record} />
            <CaseDesk record={record} />
          </Suspense>
          <Suspense>
            <CaseNotices record={record} />
          </Suspense>
        </div>
      </div>
      {isBelowShown && (
        <div className={styles.below}>
          <section id="history" tabIndex={-1}>
            <h2>{t`History`}</h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
          <div className={styles.sections}>
            <OtherApplications record={record} />
            {record.recipient && (
              <section>
                <h2>{t`Data recipient`}</h2>
                <RecipientSummary recipient={record.recipient} />
              </section>
            )}
            <Suspense>
              {record.kind === 'public' && <CaseQuotes record={record} />}
              <CaseDisputes record={record} />
            </Suspense>
          </div>
          <Suspense>
            <CaseNotes record={record} />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** Interval in ms. The server forgets a reader after three intervals. */
const REPORT_INTERVAL = 15_000;

export function CasePresence({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const input = { applicationNumber: record.number };
  const { reload } = useQuery('deskApplication', input);
  const { data: presence } = useQuery('deskPresence', input, {
    silent: true,
    pollEvery: () => REPORT_INTERVAL,
  });
  const [compared, setCompared] = useState({ presence, record });
  if (compared.presence !== presence) setCompared({ presence, record });
  const { others = [], revision = 0, recorded = 0, assignee = null } = presence ?? {};
  const names = formatter(Intl.ListFormat, i18n.locale).format(others);
  const isChanged =
    // A response from before a reload does not apply to the application as displayed now.
    presence !== undefined &&
    compared.record === record &&
    (revision > record.revision ||
      recorded > record.recorded ||
      (revision === record.revision && assignee?.id !== record.assignee?.id));
  return (
    <div className={`stack ${styles.presence}`} role="status">
      {others.length > 0 && <Notice kind="info" title={t`Also open at this moment: ${names}`} />}
      {isChanged && (
        <Notice kind="info" title={t`The application has changed since you opened it`}>
          <p>
            <button type="button" onClick={reload}>
              {t`Show how it is now`}
            </button>{' '}
            <span>{t`Your input is kept.`}</span>
          </p>
        </Notice>
      )}
    </div>
  );
}
