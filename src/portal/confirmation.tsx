import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationRecord, HistoryEntry } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { standingOf } from '#contract/turns.ts';
import { dueDayText } from '#ui/application/clock-days.tsx';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { copyText } from '#ui/messages/messages.ts';
import { applicationAddress, MAIN_LIST } from './addresses.ts';
import { HolderDueDate, TaskList } from './applications/answer-card.tsx';
import { ContactNotice } from './applications/contact-notice.tsx';
import styles from './confirmation.module.css';
import { useNextSteps } from './next-steps.ts';

interface ConfirmationProps {
  record: ApplicationRecord;
  entry: HistoryEntry;
}

export function Confirmation({ record, entry }: ConfirmationProps) {
  const { t, i18n } = useLingui();
  const title = useSentTitle(record.kind, entry);
  const steps = useNextSteps(record.kind, entry.event);
  const { data: user } = useQuery('currentUser', {});
  if (!user) return <FullScreenLoader />;
  const { number, state, kind, clock, history } = record;
  const { tasks } = standingOf(record);
  const latest = history.findLast(({ role }) => role === 'requester');
  // The page may be opened again after later steps.
  const isAwaited = hasTag(state, 'holdersTurn') && latest?.revision === entry.revision;
  return (
    <Page
      title={title}
      lead={
        <p>
          <StatusBadge state={state} kind={kind} />
        </p>
      }
    >
      <NumberPanel number={number} />
      <div className="stack stack-large">
        <SummaryList
          rows={[
            { label: t`Sent on`, value: formatInstant(entry.at, i18n.locale) },
            { label: t`Our e-mails about it go to`, value: user.email },
            {
              label: t`Answer of the data holder by`,
              value: isAwaited && dueDayText(clock, i18n.locale),
              isOptional: true,
            },
          ]}
        />
        <ContactNotice record={record} />
        <ProgressRoute record={record} />
        <div className="prose">
          <h2>{t`What happens next`}</h2>
          {isAwaited ? (
            <>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <HolderDueDate clock={clock} />
              {tasks.length > 0 ? (
                <TaskList number={number} tasks={tasks} />
              ) : (
                <p>
                  {t`You do not need to do anything now. We will e-mail you when something changes.`}
                </p>
              )}
            </>
          ) : (
            <p>{t`The application has changed since. Its page shows its current status.`}</p>
          )}
          <p className={styles.links}>
            <Link to={applicationAddress(number)}>
              {kind === 'public' ? t`See the request` : t`See the application`}
            </Link>
          </p>
          <p className={styles.links}>
            <Link to={MAIN_LIST}>{t`Back to my applications`}</Link>
          </p>
        </div>
      </div>
    </Page>
  );
}

function useSentTitle(kind: ApplicationRecord['kind'], { event }: HistoryEntry): string {
  const { t } = useLingui();
  if (event === 'data.request') return t`Your data request is sent`;
  if (event === 'information.supply') return t`Your information is sent`;
  return kind === 'public' ? t`Your request is received` : t`Your application is filed`;
}

function NumberPanel({ number }: { number: string }) {
  const { t } = useLingui();
  return (
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
  );
}
