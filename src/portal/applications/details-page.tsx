import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { DecisionDownload } from '#ui/application/file-links.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page } from '#ui/frame/page.tsx';
import { MAIN_LIST } from '../addresses.ts';
import { CarCard } from '../vehicles/car-card.tsx';
import { DecisionNotice, LinkNotice, TurnNotice } from './application-notices.tsx';
import { ApplicationOf } from './application-page.tsx';
import { ContactNotice } from './contact-notice.tsx';
import styles from './details-page.module.css';
import { ReportArea } from './report-area.tsx';

// Lazy, because it is below the content that most users need.
const DisputeArea = lazyPage('seldom', () => import('../disputes/dispute-area.tsx'));

// Only for applications for a third party.
const RecipientArea = lazyPage('seldom', () => import('../delivery/recipient-area.tsx'));

// Only for public-sector bodies that received a quote.
const QuoteArea = lazyPage('seldom', () => import('../quotes/quote-area.tsx'));

const NoticeArea = lazyPage('seldom', () => import('../body-notices/notice-area.tsx'));

export default function DetailsPage() {
  const { number = '' } = useParams();
  return (
    <ApplicationOf number={number} isLive>
      {(record) => <Details record={record} />}
    </ApplicationOf>
  );
}

function Details({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { number } = record;
  const isPublic = record.kind === 'public';

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
      <div className={`stack stack-large ${styles.sections}`}>
        <ProgressRoute record={record} passed={record.history.map(({ to }) => to)} />
        {record.vehicle && (
          <CarCard vehicle={record.vehicle} isLinkEnded={record.linkEndedAt !== null} />
        )}
        <LinkNotice record={record} />
        <TurnNotice record={record} />
        <DecisionNotice record={record} />
        <DecisionDownload record={record} endpoint="decisionLetter" />
        <ContactNotice record={record} />
        {record.report && !hasTag(record.state, 'suspended') && <ReportArea record={record} />}
        <Suspense>
          {record.quotes.length > 0 && <QuoteArea key={`quotes ${number}`} record={record} />}
          {(record.acknowledgement || (isPublic && hasTag(record.state, 'downloadable'))) && (
            <NoticeArea key={`notices ${number}`} record={record} />
          )}
          {record.isForThirdParty && <RecipientArea key={`recipient ${number}`} record={record} />}
          <ApplicationAnswers record={record} />
          <DisputeArea key={`disputes ${number}`} record={record} />
          <section id="history" tabIndex={-1}>
            <h2>{t`History`}</h2>
            <HistoryTimeline entries={record.history} kind={record.kind} />
          </section>
          <ScrollToFragment />
        </Suspense>
      </div>
    </Page>
  );
}

/** Scrolls to the section that the URL names, once it is loaded. */
function ScrollToFragment() {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (!hash) return;
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [location]);
  return null;
}
