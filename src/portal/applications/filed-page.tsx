import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { ApplicationRecord, HistoryEntry } from '#contract/application-record.ts';
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
import { ContactNotice } from './application-notices.tsx';
import { ApplicationOf } from './application-page.tsx';
import styles from './filed-page.module.css';

export default function FiledPage() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const { number = search.get('number') } = useParams();
  const revision = Number(search.get('revision') ?? 0);
  if (!number) return <Navigate to={PUBLIC_FORM} replace />;
  return (
    <ApplicationOf number={number} isLive>
      {(record) => {
        const entry = record.history.find(
          (each) => each.revision === revision && each.role === 'requester',
        );
        if (entry) return <Confirmation record={record} entry={entry} />;
        // The cached record may be older than the step.
        const isAwaited = state === JUST_SENT && record.revision < revision;
        return isAwaited ? <FullScreenLoader /> : <NotFoundPage />;
      }}
    </ApplicationOf>
  );
}

interface ConfirmationProps {
  record: ApplicationRecord;
  entry: HistoryEntry;
}

function Confirmation({ record, entry: { event, at } }: ConfirmationProps) {
  const { t, i18n } = useLingui();
  const { data: user } = useQuery('currentUser', {});
  if (!user) return <FullScreenLoader />;
  const { number, state, kind } = record;
  const titles: Record<string, string> = {
    'data.request': t`Your data request is sent`,
    'information.supply': t`Your information is sent`,
  };
  const filed = kind === 'public' ? t`Your request is received` : t`Your application is filed`;
  return (
    <Page
      title={titles[event] ?? filed}
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
            { label: t`Sent on`, value: formatInstant(at, i18n.locale) },
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
