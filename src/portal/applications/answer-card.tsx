import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationRecord, Clock, ReportStatus } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { groupAndTasksOf, isOver, type Task } from '#contract/turns.ts';
import { taskWords } from '#forms/tasks.ts';
import { NEW_APPLICATION, PUBLIC_FORM, taskAddress } from '#portal/addresses.ts';
import { reportActions } from '#portal/requester-actions.ts';
import { ClockDays } from '#ui/application/clock-days.tsx';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import type { Elements } from '#ui/elements.ts';
import { formatDay, formatPeriod } from '#ui/format/dates.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { formatSize } from '#ui/format/numbers.ts';
import { ActionLink } from '#ui/frame/page.tsx';
import { Comma } from '#ui/language/translated-text.tsx';
import { DownloadButton, RegenerateButton, TaskButton } from './application-buttons.tsx';
import styles from './details-page.module.css';

export function AnswerCard({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { state, report } = record;
  if (hasTag(state, 'withheld') || hasTag(state, 'endedByHolder'))
    return <DecisionAnswer record={record} />;
  if (hasTag(state, 'downloadable'))
    return report && <ReportAnswer record={record} report={report} />;
  if (isOver(state))
    return (
      <Answer title={t`You ended this application`} actions={<NewApplication {...record} />} />
    );
  if (groupAndTasksOf(record).tasks.length > 0) return <TaskAnswer record={record} />;
  if (!hasTag(state, 'holdersTurn')) return null;
  return (
    <Answer
      turn={t`Waiting for the data holder`}
      title={t`Nothing to do for you now`}
      lead={<HolderDueDate clock={record.clock} />}
    >
      <p>{t`We will e-mail you when something changes.`}</p>
      <NextSteps record={record} />
    </Answer>
  );
}

interface AnswerProps {
  id?: string;
  turn?: ReactNode;
  title: ReactNode;
  tone?: 'yours' | 'good' | 'bad';
  lead?: Elements;
  actions?: Elements;
  children?: Elements;
}

/** The lead and the actions come first, because the other content can be long. */
function Answer({ id, turn, title, tone, lead, actions, children }: AnswerProps) {
  const heading = useId();
  return (
    <section
      id={id}
      tabIndex={-1}
      className={`panel stack ${styles.answer}`}
      data-tone={tone}
      aria-labelledby={heading}
    >
      <div className="stack stack-small">
        {turn && <p className={styles.turn}>{turn}</p>}
        <h2 id={heading}>{title}</h2>
        {lead}
      </div>
      {actions && <div className={`row ${styles.actions}`}>{actions}</div>}
      {children && <div className={`stack stack-small ${styles.more}`}>{children}</div>}
    </section>
  );
}

function TaskAnswer({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { number, state, informationRequest, answerDueAt, quoteDay, clock } = record;
  const [task, ...others] = groupAndTasksOf(record).tasks;
  const dueAt = answerDueAt === null ? null : deadline(answerDueAt, clock.timeZone);
  const quoteUntil = quoteDay && formatDay(quoteDay, i18n.locale);
  if (!task) return null;
  return (
    <Answer
      tone="yours"
      turn={t`You need to act`}
      title={i18n._(taskWords[task])}
      lead={dueAt && <p>{t`Answer by ${dueAt}. If you do not, we will end your application.`}</p>}
      actions={<TaskButton number={number} task={task} />}
    >
      {task === 'requestData' && <p>{t`We have confirmed your right to ask for data.`}</p>}
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
      {hasTag(state, 'holdersTurn') && (
        <>
          <HolderDueDate clock={clock} />
          <NextSteps record={record} />
        </>
      )}
    </Answer>
  );
}

function TaskList({ number, tasks }: { number: string; tasks: readonly Task[] }) {
  const { t, i18n } = useLingui();
  if (tasks.length === 0) return null;
  return (
    <>
      <p>{t`What you still need to do:`}</p>
      <ul>
        {tasks.map((task) => {
          const address = taskAddress(number, task);
          const words = i18n._(taskWords[task]);
          return <li key={task}>{address ? <Link to={address}>{words}</Link> : words}</li>;
        })}
      </ul>
    </>
  );
}

function NextSteps({ record: { kind, history } }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const event = history.findLast(({ role }) => role === 'requester')?.event;
  const ask = t`If we need more information, we will e-mail you. You can then add it under “Supplementary information”.`;
  const decide = t`We will e-mail you the decision.`;
  function steps() {
    if (event === 'data.request')
      return [
        t`The data holder is checking your data request.`,
        ask,
        t`Once it is approved, we will e-mail you the password of your file. You download the file from the page of your application.`,
      ];
    if (event === 'information.supply')
      return [t`The data holder is checking what you added.`, ask, decide];
    if (kind === 'public') return [t`The data holder is checking your request.`, ask, decide];
    return [
      t`The data holder is checking whether you have the right to these data.`,
      ask,
      t`Once we have confirmed your right, we will e-mail you and ask which data you want.`,
    ];
  }
  return (
    <>
      <h3>{t`What happens next`}</h3>
      <ol>
        {steps().map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function HolderDueDate({ clock }: { clock: Clock }) {
  const { t, i18n } = useLingui();
  const { limit, dueDay } = clock;
  const day = dueDay && formatDay(dueDay, i18n.locale);
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

function DecisionAnswer({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const { eventLabel } = useEventLabel();
  const { state, decision, history } = record;
  const { tasks } = groupAndTasksOf(record);
  const title = hasTag(state, 'suspended')
    ? t`The data holder has suspended the sharing`
    : hasTag(state, 'withheld')
      ? t`The data holder withholds the data`
      : eventLabel(history.at(-1)?.event ?? '');
  return (
    <Answer
      title={title}
      lead={
        <>
          {decision.map((text) => (
            <p key={text} className={styles.reason}>
              {text}
            </p>
          ))}
          <p>
            <Link to="#disputes">{t`Complaints and disputes`}</Link>
          </p>
        </>
      }
      actions={<NewApplication {...record} />}
    >
      {tasks.length > 0 && <TaskList number={record.number} tasks={tasks} />}
    </Answer>
  );
}

function NewApplication({ state, kind }: Pick<ApplicationRecord, 'state' | 'kind'>) {
  const { t } = useLingui();
  if (!isOver(state)) return null;
  return kind === 'public' ? (
    <ActionLink to={PUBLIC_FORM} glyph="plus">{t`New request`}</ActionLink>
  ) : (
    <ActionLink to={NEW_APPLICATION} glyph="plus">{t`New application`}</ActionLink>
  );
}

function ReportAnswer({ record, report }: { record: ApplicationRecord; report: ReportStatus }) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { number, unconfirmedContact, clock, dataRequest } = record;
  const { from, to } = dataRequest ?? {};
  const { state, reason, rows, keptUntil, packageSize } = report;
  const actions = reportActions(report, record);
  const others = groupAndTasksOf(record).tasks.filter((task) => task !== 'download');
  const todo = others.length > 0 && <TaskList number={number} tasks={others} />;
  const until = keptUntil === null ? null : deadline(keptUntil, clock.timeZone);
  if (actions.isWorking)
    return (
      <Answer id="report" title={t`Generating file… check your e-mail`}>
        <p role="status">
          {unconfirmedContact === null
            ? t`The password of the file is sent to the contact e-mail address.`
            : t`The password of the file is sent to the address you sign in with.`}
        </p>
        {todo}
      </Answer>
    );
  if (state === 'delivered')
    return (
      <Answer
        id="report"
        tone="good"
        title={t`Your data are ready`}
        actions={<DownloadButton number={number} format="xlsx">{t`Download data`}</DownloadButton>}
        lead={
          <>
            {rows !== null && (
              <p>
                <Plural value={rows} one="# row" other="# rows" />
                {from && to && (
                  <>
                    <Comma />
                    <span>{formatPeriod(from, to, i18n.locale)}</span>
                  </>
                )}
              </p>
            )}
            {until && <p>{t`You can download the file until ${until}.`}</p>}
          </>
        }
      >
        {todo}
      </Answer>
    );
  const titles: Record<string, string> = {
    empty: t`There are no data for this request`,
    failed: t`The report could not be generated`,
    expired: t`The report is no longer kept`,
  };
  const size = packageSize === null ? null : formatSize(packageSize, i18n.locale);
  return (
    <Answer
      id="report"
      title={titles[state] ?? t`Status no longer in use`}
      {...(state === 'failed' && { tone: 'bad' })}
      actions={
        <>
          {state === 'empty' && size && (
            <DownloadButton
              number={number}
              format="zip"
            >{t`Manifest (zip, ${size})`}</DownloadButton>
          )}
          {actions.canRegenerate && <RegenerateButton number={number} />}
        </>
      }
      lead={reason && <p role={state === 'failed' ? 'alert' : undefined}>{reason}</p>}
    >
      {state === 'empty' && size && (
        <p>{t`If the zip asks for a password: it is in the e-mail about this outcome.`}</p>
      )}
      {todo}
    </Answer>
  );
}
