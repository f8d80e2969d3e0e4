import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { ActionLink } from '#ui/frame/action-link.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { applicationAddress } from '../addresses.ts';
import { HoldersTime } from '../holders-time.tsx';
import { requesterActions } from '../requester-actions.ts';
import styles from './details-page.module.css';
import { TerminateButton } from './terminate-button.tsx';

interface TurnNoticeProps {
  record: ApplicationRecord;
}

/** Notice of the party to act, the request and its deadline, and the possible actions. */
export function TurnNotice({ record }: TurnNoticeProps) {
  const { t } = useLingui();
  const deadline = useDeadline();
  const actions = requesterActions(record);
  const { number, informationRequest, answerDueAt } = record;
  const dueAt = answerDueAt === null ? null : deadline(answerDueAt, record.clock.timeZone);
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
        {actions.isRequestersTurn && dueAt && (
          <p>
            <Trans>Answer by {dueAt}. If you do not, we will close your application.</Trans>
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
        {actions.canTerminate && <TerminateButton application={record} />}
      </div>
    </div>
  );
}
