import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { ApplicationRecord, ReportStatus } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver } from '#contract/turns.ts';
import { truncate } from '#lib/words/truncate.ts';
import { reportActions, requesterActions } from '#portal/requester-actions.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import { DecisionDownload } from '#ui/application/file-links.tsx';
import { HistoryTimeline } from '#ui/application/history-timeline.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { ZipPrograms } from '#ui/application/zip-programs.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { formatSize } from '#ui/format/numbers.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page } from '#ui/frame/page.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';
import { copyText, showMessage } from '#ui/messages/messages.ts';
import { MAIN_LIST } from '../addresses.ts';
import { VehiclePicture } from '../vehicles/car-card.tsx';
import { AnswerCard } from './answer-card.tsx';
import { DownloadButton, RegenerateButton, Terminate } from './application-buttons.tsx';
import { ContactNotice, LinkNotice, useApplication } from './application-page.tsx';
import styles from './details-page.module.css';

const AskedData = lazyPage('portal', () => import('../data-request/asked-data.tsx'));
const ReportPreview = lazyPage('portal', () => import('../preview/report-preview.tsx'));

// Lazy, because it is below the content that most users need.
const DisputeArea = lazyPage('portal', () => import('../disputes/dispute-area.tsx'));

const RecipientArea = lazyPage('portal', () => import('../delivery/recipient-area.tsx'));

const QuoteArea = lazyPage('portal', () => import('../quotes/quote-area.tsx'));

const NoticeArea = lazyPage('portal', () => import('../body-notices/notice-area.tsx'));

export default function DetailsPage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const { record, fallback } = useApplication(number, true);
  const optionLabel = useOptionLabels('purposes');
  if (!record) return fallback;
  const { kind, state, purpose, vehicle, linkEndedAt, report, dataRequest, personal } = record;
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

function DetailsAside({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const deadline = useDeadline();
  const { kind, state, report, dataRequest, unconfirmedContact, clock } = record;
  const email = unconfirmedContact === null && dataRequest?.contactEmail;
  const mailed = report?.passwordMailedAt;
  const mailedAt = mailed && deadline(mailed, clock.timeZone);
  const isDelivered = hasTag(state, 'downloadable') && report?.state === 'delivered';

  async function resend() {
    const { email } = await call('resendPassword', { applicationNumber: record.number });
    showMessage({ kind: 'notice', text: t`The password was sent to ${email}.` });
  }

  return (
    <aside className="stack" aria-label={t`About this application`}>
      {isDelivered && (
        <section className="panel stack stack-small">
          <h2>{t`Your password`}</h2>
          <p>
            {email ? (
              <Trans>
                The file opens with the password that we sent to <b className="address">{email}</b>.
              </Trans>
            ) : (
              t`The file opens with the password that we sent you by e-mail.`
            )}
          </p>
          {mailedAt && <p className="soft">{t`Last sent: ${mailedAt}`}</p>}
          <p>
            <BusyButton variant="default" size="sm" work={resend}>{t`Send it again`}</BusyButton>
          </p>
        </section>
      )}
      {hasTag(state, 'decided') && (
        <section className="panel stack stack-small unprinted">
          <h2>{t`Letters`}</h2>
          <DecisionDownload record={record} endpoint="decisionLetter" />
        </section>
      )}
      <ul className={`panel plain unprinted ${styles.links}`}>
        <li>
          <Link to="#history">{t`History`}</Link>
        </li>
        <li>
          <Link to="#owner">
            {kind === 'personal' ? t`Owner information` : t`Requester information`}
          </Link>
        </li>
        <li>
          <Link to="#vehicle">{t`Vehicle information`}</Link>
        </li>
        {isDelivered && reportActions(report, record).canRegenerate && (
          <li>
            <RegenerateButton number={record.number} />
          </li>
        )}
        {requesterActions(record).canTerminate && (
          <li className={styles.final}>
            <Terminate
              application={record}
              opener={(ask) => <button type="button" onClick={ask}>{t`Terminate`}</button>}
            />
          </li>
        )}
      </ul>
    </aside>
  );
}
