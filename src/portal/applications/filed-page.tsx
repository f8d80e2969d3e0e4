import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { copyText } from '#ui/messages/messages.ts';
import { applicationAddress, JUST_SENT, MAIN_LIST, PUBLIC_FORM } from '../addresses.ts';
import NotFoundPage from '../not-found-page.tsx';
import { AnswerCard } from './answer-card.tsx';
import { ContactNotice, useApplication } from './application-page.tsx';
import styles from './filed-page.module.css';

export default function FiledPage() {
  const { t, i18n } = useLingui();
  const location = useLocation();
  const [search] = useSearchParams();
  const { number = search.get('number') } = useParams();
  const { record, fallback } = useApplication(number, true);
  const { data: user } = useQuery('currentUser', {});
  if (!number) return <Navigate to={PUBLIC_FORM} replace />;
  if (!record) return fallback;
  const revision = Number(search.get('revision') ?? 0);
  const entry = record.history.find(
    (each) => each.revision === revision && each.role === 'requester',
  );
  // The cached record may be older than the step.
  const isAwaited = location.state === JUST_SENT && record.revision < revision;
  if (!entry && !isAwaited) return <NotFoundPage />;
  if (!entry || !user) return <FullScreenLoader />;
  const { state, kind } = record;
  const titles: Record<string, string> = {
    'data.request': t`Your data request is sent`,
    'information.supply': t`Your information is sent`,
  };
  const filed = kind === 'public' ? t`Your request is received` : t`Your application is filed`;
  return (
    <Page
      title={titles[entry.event] ?? filed}
      lead={
        <p>
          <StatusBadge state={state} kind={kind} />
        </p>
      }
    >
      <div className={`stack stack-small measure ${styles.panel}`}>
        <p>{t`Application number`}</p>
        <p className={styles.number}>{number}</p>
        <p className={`row ${styles.actions}`}>
          <button type="button" onClick={() => copyText(number, t`The number is copied.`)}>
            <Glyph name="copy" /> <Trans>Copy</Trans>
          </button>
          <button type="button" onClick={() => window.print()}>
            <Glyph name="print" /> <Trans>Print</Trans>
          </button>
        </p>
      </div>
      <div className="stack stack-large">
        <SummaryList
          rows={[
            { label: t`Sent on`, value: formatInstant(entry.at, i18n.locale) },
            { label: t`Our e-mails about it go to`, value: user.email },
          ]}
        />
        <AnswerCard record={record} />
        <ContactNotice record={record} />
        <ProgressRoute record={record} />
        <div className="row unprinted">
          <Link to={applicationAddress(number)}>
            {kind === 'public' ? t`See the request` : t`See the application`}
          </Link>
          <Link to={MAIN_LIST}>{t`Back to my applications`}</Link>
        </div>
      </div>
    </Page>
  );
}
