import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationRecord, Clock } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isOver, standingOf, type Task } from '#contract/turns.ts';
import { taskWords } from '#forms/tasks.ts';
import {
  applicationAddress,
  NEW_APPLICATION,
  PUBLIC_FORM,
  taskAddress,
} from '#portal/addresses.ts';
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

/** Refusal, lapse, or withheld or suspended data: the reason, and what the requester can do. */
export function DecisionNotice({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { eventLabel } = useEventLabel();
  const { state, decision, history } = record;
  if (!hasTag(state, 'withheld') && !hasTag(state, 'endedByHolder')) return null;
  const title = hasTag(state, 'suspended')
    ? t`The data holder has suspended the sharing`
    : hasTag(state, 'withheld')
      ? t`The data holder withholds the data`
      : eventLabel(history.at(-1)?.event ?? '');
  return (
    <div>
      <Notice kind="info" title={title}>
        {decision.map((text) => (
          <p key={text} className={styles.reason}>
            {text}
          </p>
        ))}
        <p>
          <Link to="#disputes">{t`Complaints and disputes`}</Link>
        </p>
      </Notice>
      <div className={`row above ${styles.actions}`}>
        <NewApplicationLink record={record} />
        {requesterActions(record).canTerminate && <TerminateButton application={record} />}
      </div>
    </div>
  );
}

function NewApplicationLink({ record: { state, kind } }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  if (!isOver(state)) return null;
  return kind === 'public' ? (
    <ActionLink to={PUBLIC_FORM} glyph="plus">{t`New request`}</ActionLink>
  ) : (
    <ActionLink to={NEW_APPLICATION} glyph="plus">{t`New application`}</ActionLink>
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
