import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { reportActions, requesterActions } from '#portal/requester-actions.ts';
import { DecisionDownload } from '#ui/application/file-links.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { RegenerateButton, Terminate } from './application-buttons.tsx';
import styles from './details-page.module.css';

export function DetailsAside({ record }: { record: ApplicationRecord }) {
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
