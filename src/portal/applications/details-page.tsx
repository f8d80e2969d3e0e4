import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { ApplicationRecord, ReportStatus } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { truncate } from '#lib/words/truncate.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { ZipPrograms } from '#ui/application/zip-programs.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page } from '#ui/frame/page.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';
import { copyText } from '#ui/messages/messages.ts';
import { MAIN_LIST } from '../addresses.ts';
import { VehiclePicture } from '../vehicles/car-card.tsx';
import { AnswerCard } from './answer-card.tsx';
import { DownloadButton } from './application-buttons.tsx';
import { ContactNotice, LinkNotice } from './application-notices.tsx';
import { ApplicationOf } from './application-page.tsx';
import { DetailsAside } from './details-aside.tsx';
import styles from './details-page.module.css';

const AskedData = lazyPage('portal', () => import('../data-request/asked-data.tsx'));

const ReportPreview = lazyPage('portal', () => import('../preview/report-preview.tsx'));

// Lazy, because it is below the content that most users need.
const DisputeArea = lazyPage('portal', () => import('../disputes/dispute-area.tsx'));

const RecipientArea = lazyPage('portal', () => import('../delivery/recipient-area.tsx'));

const QuoteArea = lazyPage('portal', () => import('../quotes/quote-area.tsx'));

const NoticeArea = lazyPage('portal', () => import('../body-notices/notice-area.tsx'));

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
  const optionLabel = useOptionLabels('purposes');
  const { number, kind, state, purpose, vehicle, linkEndedAt, report, dataRequest, personal } =
    record;
  const car = vehicle?.name;
  const user = personal?.onBehalfOf;
  const about = () => {
    if (!car) return t`Application ${number}`;
    return user
      ? t`Application ${number} for ${car}, on behalf of ${user}`
      : t`Application ${number} for your ${car}`;
  };
  const isDelivered = report?.state === 'delivered' && hasTag(state, 'downloadable');
  return (
    <Page
      title={
        (kind === 'public' ? truncate(purpose, 80) : optionLabel('purposes', purpose)) || number
      }
      crumb={number}
      above={[{ to: MAIN_LIST, label: t`My applications` }]}
      actions={<StatusBadge state={state} kind={kind} />}
      lead={
        <p>
          <span>{withUnbrokenNumbers(about())}</span>{' '}
          <button type="button" onClick={() => copyText(number, t`The number is copied.`)}>
            {t`Copy number`}
          </button>
        </p>
      }
    >
      <div className={`stack ${styles.page}`}>
        <ProgressRoute
          record={record}
          car={vehicle && <VehiclePicture vehicleId={vehicle.vehicleId} />}
        />
        <div className="stack">
          <AnswerCard record={record} />
          <LinkNotice record={record} />
          <ContactNotice record={record} />
          {isDelivered && <ReportFormats number={number} report={report} />}
        </div>
        <DetailsAside record={record} />
        {isDelivered && (
          <div className={styles.wide}>
            <Suspense>
              <ReportPreview key={`preview ${number}`} number={number} period={dataRequest} />
            </Suspense>
          </div>
        )}
        <div className={styles.sections}>
          <Suspense>
            {dataRequest && vehicle && linkEndedAt === null && !isDelivered && !isOver(state) && (
              <AskedData number={number} request={dataRequest} />
            )}
            {record.quotes.length > 0 && <QuoteArea key={`quotes ${number}`} record={record} />}
            {(record.acknowledgement ||
              (kind === 'public' && (record.report || hasTag(state, 'downloadable')))) && (
              <NoticeArea key={`notices ${number}`} record={record} />
            )}
            {record.isForThirdParty && (
              <RecipientArea key={`recipient ${number}`} record={record} />
            )}
            <ApplicationAnswers record={record} />
            <DisputeArea key={`disputes ${number}`} record={record} />
            <section id="history" tabIndex={-1}>
              <h2>{t`History`}</h2>
              <HistoryTimeline entries={record.history} kind={kind} />
            </section>
            <ScrollToFragment />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

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

function ReportFormats({ number, report }: { number: string; report: ReportStatus }) {
  const { t, i18n } = useLingui();
  const formats = [
    {
      format: 'xlsx',
      name: t`Excel workbook`,
      use: t`With a summary. Opens in Excel and LibreOffice`,
      size: report.size,
    },
    {
      format: 'zip',
      name: t`CSV, JSON and Parquet (zip)`,
      use: t`For other programs and data tools`,
      size: report.packageSize,
    },
  ] as const;
  return (
    <section className="panel">
      <h2>{t`Choose the format`}</h2>
      <ul className={`plain ${styles.formats}`}>
        {formats
          .filter(({ format, size }) => format === 'xlsx' || size !== null)
          .map(({ format, name, use, size }) => (
            <li key={format}>
              <div>
                <b>{name}</b>
                <small>{use}</small>
              </div>
              <span>{size !== null && formatSize(size, i18n.locale)}</span>
              <DownloadButton number={number} format={format} size="sm" variant="outline">
                <Trans>
                  Download<span className="visually-hidden"> {name}</span>
                </Trans>
              </DownloadButton>
            </li>
          ))}
      </ul>
      {report.packageSize !== null && <ZipPrograms />}
    </section>
  );
}
