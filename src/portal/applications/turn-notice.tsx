import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { awaitsAnswer } from '#contract/quote-steps.ts';
import { formatDay } from '#ui/format/dates.ts';
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
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const actions = requesterActions(record);
  const { number, informationRequest, answerDueAt } = record;
  const dueAt = answerDueAt === null ? null : deadline(answerDueAt, record.clock.timeZone);
  const openQuote = record.quotes.find((quote) => awaitsAnswer(quote, record.requester));
  if (!actions.isRequestersTurn && !actions.isHoldersTurn) return null;
  return (
    <div>
      <Notice
        kind="info"
        title={actions.isRequestersTurn ? t`You need to act` : t`Waiting for the data holder`}
      >
        {actions.isHoldersTurn && <HoldersTime clock={record.clock} />}
        {actions.isHoldersTurn && !openQuote && (
          <p>
            <Trans>
              You do not need to do anything now. We will e-mail you when something changes.
            </Trans>
          </p>
        )}
        {openQuote && (
          <p>
            <Trans>
              The data holder has sent you a quote of the compensation. Accept it or object to it by{' '}
              {formatDay(openQuote.validOn, i18n.locale)}.
            </Trans>{' '}
            <Link to="#quotes">
              <Trans>See the quote</Trans>
            </Link>
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
            <blockquote className="quote">{informationRequest.text}</blockquote>
          </>
        )}
        {actions.isRequestersTurn && dueAt && (
          <p>
            <Trans>Answer by {dueAt}. If you do not, we will close your application.</Trans>
          </p>
        )}
      </Notice>
      <div className={`row above ${styles.actions}`}>
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
