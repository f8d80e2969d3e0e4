import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { ProgressRoute } from '#ui/application/progress-route.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { Prose } from '#ui/frame/prose.tsx';
import { applicationAddress, PUBLIC_FORM } from '../addresses.ts';
import { ApplicationOf } from '../application-of.tsx';
import { HoldersTime } from '../holders-time.tsx';
import { NumberPanel } from '../number-panel.tsx';
import { requesterActions } from '../requester-actions.ts';
import styles from './public-status-page.module.css';

/** The result of a public-sector request: number, clock, next step. */
export default function PublicStatusPage() {
  const [search] = useSearchParams();
  const number = search.get('number');
  if (!number) return <Navigate to={PUBLIC_FORM} replace />;
  return <ApplicationOf number={number}>{(record) => <Received record={record} />}</ApplicationOf>;
}

function Received({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { number, state, kind, clock, createdAt, history } = record;
  const receivedAt = formatInstant(createdAt, i18n.locale);
  // Whoever comes back to this page later finds how it stands now.
  const { isHoldersTurn } = requesterActions(record);
  return (
    <Page
      title={t`Your request is received`}
      lead={
        <p>
          <StatusBadge state={state} kind={kind} />
        </p>
      }
    >
      <NumberPanel number={number} />
      <div className={styles.route}>
        <ProgressRoute state={state} kind={kind} passed={history.map(({ to }) => to)} />
      </div>
      <Prose>
        <h2>
          <Trans>Deadlines</Trans>
        </h2>
        <p>
          <Trans>Received on {receivedAt}.</Trans>
        </p>
        {isHoldersTurn && <HoldersTime clock={clock} />}
        <h2>
          <Trans>What happens next</Trans>
        </h2>
        {isHoldersTurn && (
          <p>
            <Trans>
              The data holder is checking your request. We will e-mail you the decision, or what you
              need to add.
            </Trans>
          </p>
        )}
        <p>
          <Link to={applicationAddress(number)}>
            <Trans>See the request</Trans>
          </Link>
        </p>
      </Prose>
    </Page>
  );
}
