import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { formatDate } from '#ui/format/dates.ts';
import { ActionLink } from '#ui/frame/action-link.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { applicationAddress } from '../addresses.ts';
import { HoldersTime } from '../holders-time.tsx';
import { requesterActions } from '../requester-actions.ts';
import styles from './details-page.module.css';
import { TerminateButton } from './terminate-button.tsx';

interface TurnNoticeProps {
  record: ApplicationRecord;
  onChanged: () => void;
}

/** Notice of the party to act, the request and its deadline, and the possible actions. */
export function TurnNotice({ record, onChanged }: TurnNoticeProps) {
  const { t, i18n } = useLingui();
  const actions = requesterActions(record);
  const { number, informationRequest, answerDueAt } = record;
  const dueOn = answerDueAt === null ? null : formatDate(answerDueAt, i18n.locale);
  if (!actions.isRequestersTurn && !actions.isHoldersTurn) return null;
  return (
    <div>
      <Notice
        kind="info"
        title={actions.isRequestersTurn ? t`You need to act` : t`Waiting for the data holder`}
      >
        {actions.isHoldersTurn && <HoldersTime clock={record.clock} />}
        {actions.isHoldersTurn && (
          <p>
            <Trans>
              You do not need to do anything now. We will e-mail you when something changes.
            </Trans>
          </p>
        )}
        {actions.canRequestData && (
          <p>
            <Trans>
              We have confirmed your right to ask for data. Now choose the data you want.
            </Trans>
          </p>
        )}
        {informationRequest && (
          <>
            <p>
              <Trans>The reviewer asks for more information:</Trans>
            </p>
            <blockquote className={styles.quote}>{informationRequest.text}</blockquote>
          </>
        )}
        {actions.isRequestersTurn && dueOn && (
          <p>
            <Trans>Please answer by {dueOn}; without an answer the application ends.</Trans>
          </p>
        )}
      </Notice>
      <div className={styles.actions}>
        {actions.canSupply && (
          <ActionLink to={applicationAddress(number, 'supplement')}>
            <Trans>Supplementary information</Trans>
          </ActionLink>
        )}
        {actions.canRequestData && (
          <ActionLink to={applicationAddress(number, 'data-request')}>
            <Trans>Request data</Trans>
          </ActionLink>
        )}
        {actions.canTerminate && <TerminateButton application={record} onTerminated={onChanged} />}
      </div>
    </div>
  );
}
