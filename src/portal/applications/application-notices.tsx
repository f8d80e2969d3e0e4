import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationRecord, Clock } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver, standingOf, type Task } from '#contract/turns.ts';
import { taskWords } from '#forms/tasks.ts';
import { applicationAddress, taskAddress } from '#portal/addresses.ts';
import { requesterActions } from '#portal/requester-actions.ts';
import { ClockDays, dueDayText } from '#ui/application/clock-days.tsx';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { ActionLink } from '#ui/frame/page.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './details-page.module.css';
import { TerminateButton } from './end-dialogs.tsx';

/** Date by which the data holder responds: by law, or by its service goal. */
export function HoldersTime({ clock }: { clock: Clock }) {
  const { t, i18n } = useLingui();
  const day = dueDayText(clock, i18n.locale);
  const { limit } = clock;
  if (clock.basis === 'serviceGoal')
    return (
      <p>
        {clock.isOverdue
          ? t`The data holder aimed to answer by ${day} but needs more time. We are sorry for the delay.`
          : t`The data holder aims to answer by ${day}.`}
      </p>
    );
  return (
    <>
      <p>
        {t`To decline the request or ask to change it, the data holder has ${limit} working days from its receipt, until ${day} (Art. 18(2)).`}
      </p>
      <ClockDays clock={clock} />
    </>
  );
}

/** Shows the party that has to act, the request with its deadline, and the available actions. */
export function TurnNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const actions = requesterActions(record);
  const { number, informationRequest, answerDueAt, quoteDay } = record;
  const dueAt = answerDueAt === null ? null : deadline(answerDueAt, record.clock.timeZone);
  const tasks = standingOf(record).tasks.filter((task) => task !== 'download');
  // Those with a button and words of their own are not listed.
  const others = tasks.filter((task) => task !== 'supply' && task !== 'requestData');
  const quoteUntil = quoteDay && formatDay(quoteDay, i18n.locale);
  const isHoldersTurn = hasTag(record.state, 'holdersTurn');
  if (tasks.length === 0 && !isHoldersTurn) return null;
  return (
    <div>
      <Notice
        kind="info"
        title={tasks.length > 0 ? t`You need to act` : t`Waiting for the data holder`}
      >
        {tasks.includes('requestData') && (
          <p>{t`We have confirmed your right to ask for data. Now choose the data you want.`}</p>
        )}
        {informationRequest && (
          <>
            <p>{t`The reviewer asks for more information:`}</p>
            <blockquote className="quote">{informationRequest.text}</blockquote>
          </>
        )}
        {quoteUntil && (
          <p>{t`The data holder has sent you a quote of the compensation. Accept it or object to it by ${quoteUntil}.`}</p>
        )}
        <TaskList number={number} tasks={others} />
        {dueAt && <p>{t`Answer by ${dueAt}. If you do not, we will close your application.`}</p>}
        {isHoldersTurn && <HoldersTime clock={record.clock} />}
        {tasks.length === 0 && (
          <p>{t`You do not need to do anything now. We will e-mail you when something changes.`}</p>
        )}
      </Notice>
      <div className={`row above ${styles.actions}`}>
        {actions.canSupply && (
          <ActionLink to={applicationAddress(number, 'supplement')}>
            {t`Supplementary information`}
          </ActionLink>
        )}
        {tasks.includes('requestData') && (
          <ActionLink to={applicationAddress(number, 'data-request')}>{t`Request data`}</ActionLink>
        )}
        {actions.canTerminate && <TerminateButton application={record} />}
      </div>
    </div>
  );
}

/** What the requester has to do, with links to the places where it is done. */
export function TaskList({ number, tasks }: { number: string; tasks: readonly Task[] }) {
  const { i18n } = useLingui();
  if (tasks.length === 0) return null;
  return (
    <ul>
      {tasks.map((task) => {
        const address = taskAddress(number, task);
        const words = i18n._(taskWords[task]);
        return <li key={task}>{address ? <Link to={address}>{words}</Link> : words}</li>;
      })}
    </ul>
  );
}

export function WithheldNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  if (!hasTag(record.state, 'withheld')) return null;
  const isSuspended = hasTag(record.state, 'suspended');
  const keptBackBy = isSuspended ? 'sharing.suspend' : 'sharing.withhold';
  const reason = record.history.findLast(({ event }) => event === keptBackBy)?.text;
  return (
    <div>
      <Notice
        kind="info"
        title={
          isSuspended
            ? t`The data holder has suspended the sharing`
            : t`The data holder withholds the data`
        }
      >
        <p>
          {isSuspended
            ? t`Agreed measures that protect trade secrets are not kept (Art. 4(7) and 5(10) of the Data Act). Until they are, you can neither download the data nor have them generated again.`
            : t`Measures that protect trade secrets are not agreed or not kept (Art. 4(7) and 5(10) of the Data Act). Once they are in place, the review of your data request continues.`}
        </p>
        {reason && <blockquote className="quote">{reason}</blockquote>}
        <p>
          {t`If you disagree, you can complain to the competent authority, agree with us on a certified dispute settlement body, or go to court.`}
        </p>
      </Notice>
      {requesterActions(record).canTerminate && (
        <div className={`row above ${styles.actions}`}>
          <TerminateButton application={record} />
        </div>
      )}
    </div>
  );
}

export function LinkNotice({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const { linkEndedAt, state } = record;
  if (linkEndedAt === null || isOver(state)) return null;
  const ended = formatInstant(linkEndedAt, i18n.locale);
  return (
    <Notice kind="error" title={t`The vehicle is no longer linked to your account`}>
      <p>
        {t`The link ended on ${ended}. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.`}
      </p>
      <p>{t`If the vehicle is still yours, please link it again in the vehicle app.`}</p>
    </Notice>
  );
}

export function EndNotice({ record }: { record: ApplicationRecord }) {
  const { eventLabel } = useEventLabel();
  const last = record.history.at(-1);
  if (!hasTag(record.state, 'endedByHolder') || !last) return null;
  return (
    <Notice kind="info" title={eventLabel(last.event)}>
      {last.text && <p className={styles.reason}>{last.text}</p>}
    </Notice>
  );
}
