import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Decision } from '#contract/decision.ts';
import type { FourEyes } from '#contract/four-eyes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { msg } from '#lib/words/msg.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { DecisionDownload } from '#ui/application/file-links.tsx';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import { invalidate } from '#ui/calls/query-client.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { type CaseProps, openQuestions } from '../case.ts';
import { useNeighbours } from '../queue/list-position.ts';
import { useStaff } from '../staff-context.ts';
import { useUndoable } from '../undo/use-undoable.ts';
import styles from './decision.module.css';
import type { Decided } from './decision-calls.ts';
import { DecisionForm } from './decision-form.tsx';
import { asksSecondOpinion, offeredDecisions } from './offered-decisions.ts';

export default function DecisionArea({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { reviewer, hasRole } = useStaff();
  const [stale, setStale] = useState<StaleDecision>();
  const isReviewing = hasRole('reviewer');
  const application = { ...record, assignee: record.assignee?.id ?? null };
  const offered = isReviewing ? offeredDecisions(application, reviewer) : [];
  const offeredToLeads = isReviewing
    ? offeredDecisions(application, { ...reviewer, isLead: true })
    : [];
  const isLeftToLeads = (decision: Decision) =>
    offeredToLeads.includes(decision) && !offered.includes(decision);
  const heading = useRef<HTMLHeadingElement>(null);
  const [decided, setDecided] = useState<Decided>();
  const [, setUndoable] = useUndoable();
  const [decisionCount, setDecisionCount] = useState(0);
  const isShown = decided !== undefined && record.revision >= decided.revision;
  const awaited = offered.length > 0 ? openQuestions(record.notes) : [];
  const isOver = offered.length === 0 || turnOf(record.state) !== 'holder';
  const { hasNext, openNext } = useNeighbours(record.number);
  useEffect(() => {
    if (!isShown || !decided) return;
    setDecided(undefined);
    setStale(undefined);
    setDecisionCount((before) => before + 1);
    showMessage({ kind: 'notice', text: i18n._(doneWords[decided.decision]) });
    const next = isOver ? document.getElementById('next-case') : heading.current;
    next?.focus();
  }, [isShown, decided, i18n, isOver]);
  return (
    <section id="decision" className={`panel ${styles.decision}`} tabIndex={-1}>
      <h2 ref={heading} tabIndex={-1}>
        {t`Decision`}
      </h2>
      {stale && <StaleDecisionNotice key={stale.at} record={record} stale={stale} />}
      {awaited.map(({ id, opinion }) => (
        <p key={id}>
          <a href="#notes">{t`The opinion of ${opinion?.of} is awaited`}</a>
        </p>
      ))}
      {record.fourEyes && isReviewing && asksSecondOpinion(application, reviewer) && (
        <SecondOpinion {...record.fourEyes} />
      )}
      {offered.includes('suspend') && record.kind === 'personal' && (
        <p>
          {t`The data request is approved. You can suspend the sharing if agreed measures that protect trade secrets are not kept.`}
        </p>
      )}
      {isLeftToLeads('withdrawApproval') && (
        <p>{t`A lead can withdraw the approval until the report is downloaded.`}</p>
      )}
      {isLeftToLeads('endSharing') && <p>{t`A lead can end the sharing.`}</p>}
      {decided && !isShown && !decided.isLoaded ? (
        <Notice kind="good" title={t`Your decision is saved`} takesFocus>
          <p>
            <span>{t`The application could not be loaded again.`}</span>{' '}
            <button type="button" onClick={() => invalidate(['deskApplication'])}>
              {t`Show how it is now`}
            </button>
          </p>
        </Notice>
      ) : offered.length > 0 ? (
        <DecisionForm
          // Remounts the form: its proposed day depends on `answerDueAt`, which an undo restores.
          key={`${decisionCount} ${record.answerDueAt}`}
          record={record}
          offered={offered}
          isSaved={decided !== undefined}
          hasNext={hasNext}
          onDecided={(next, isLeaving) => {
            setDecided(next);
            const { decision, sentAt, revision } = next;
            setUndoable({
              decided: [{ applicationNumber: record.number, revision, until: sentAt + UNDO_MS }],
            });
            if (!isLeaving) return;
            showMessage({ kind: 'notice', text: i18n._(doneWords[decision]) });
            void openNext();
          }}
          onStale={(text) => setStale({ text, revision: record.revision, at: Date.now() })}
        />
      ) : (
        <WhyNothing record={record} />
      )}
      <DecisionDownload record={record} endpoint="deskDecisionLetter" />
    </section>
  );
}

const doneWords: Readonly<Record<Decision, MessageDescriptor>> = {
  start: msg`The review has started.`,
  pass: msg`The eligibility is confirmed.`,
  request: msg`Your question was sent to the requester.`,
  approve: msg`The data request is approved.`,
  resume: msg`The sharing is resumed.`,
  withhold: msg`The data are withheld.`,
  suspend: msg`The sharing is suspended.`,
  refuse: msg`The application is refused.`,
  extend: msg`The time to answer is extended.`,
  withdrawQuestion: msg`The question is withdrawn.`,
  withdrawApproval: msg`The approval is withdrawn.`,
  endSharing: msg`The sharing is ended.`,
  reopen: msg`The application is reopened.`,
};

function WhyNothing({ record }: CaseProps) {
  const { t } = useLingui();
  const { user, hasRole } = useStaff();
  const { state, requester, assignee } = record;
  const email = assignee?.email;
  const why = () => {
    if (!hasRole('reviewer')) return t`Only reviewers can decide. With your role you can view.`;
    if (requester === user.id) return t`This is your own application: a colleague decides.`;
    if (hasTag(state, 'endedByHolder')) return t`The application has ended. A lead can reopen it.`;
    if (hasTag(state, 'ended')) return t`The application has ended: there is nothing to decide.`;
    return t`${email} has taken this application and decides; they or a lead can hand it over.`;
  };
  return <p>{why()}</p>;
}

function SecondOpinion({ second, opinions }: NonNullable<FourEyes>) {
  const { t } = useLingui();
  if (second)
    return (
      <Notice kind="good">
        <p>{t`${second.email} agrees to the approval.`}</p>
      </Notice>
    );
  return (
    <Notice kind="info">
      <p>
        <Trans>
          Before this application can be approved, another reviewer or a lead has to agree.{' '}
          <a href="#notes">Ask a colleague for an opinion</a> in the notes.
        </Trans>
      </p>
      {opinions.map(({ by, agrees, isCurrent }) => (
        <p key={by}>
          {agrees
            ? t`${by} agreed before the application changed, and has to be asked again.`
            : isCurrent
              ? t`${by} advises against the approval.`
              : t`${by} advised against the approval before the application changed.`}
        </p>
      ))}
    </Notice>
  );
}

interface StaleDecision {
  text: string;
  revision: number;
  at: number;
}

interface StaleDecisionNoticeProps extends CaseProps {
  stale: StaleDecision;
}

function StaleDecisionNotice({ record, stale: { text, revision } }: StaleDecisionNoticeProps) {
  const { t, i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const since = record.history.filter((entry) => entry.revision > revision);
  const holder = record.assignee?.email;
  return (
    <Notice
      kind="error"
      title={t`This application has changed meanwhile. Your decision was not saved`}
      takesFocus
    >
      <ul>
        {since.map(({ revision: later, at, event, role, actor, text: reason }) => (
          <li key={later}>
            <b>{eventLabel(event)}</b>
            <span>{` · ${actor ?? roleLabel(role)} · ${formatInstant(at, i18n.locale)}`}</span>
            {reason && <p className="quote">{reason}</p>}
          </li>
        ))}
        {holder && <li>{t`Taken by ${holder}`}</li>}
      </ul>
      {text && (
        <>
          <p>{t`You had written:`}</p>
          <p className="quote">{text}</p>
        </>
      )}
    </Notice>
  );
}
