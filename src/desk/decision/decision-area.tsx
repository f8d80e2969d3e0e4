import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { hasTag } from '#contract/stored-application.ts';
import { DecisionDownload } from '#ui/application/file-links.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { openQuestions } from '../notes/opinions.ts';
import { useStaff } from '../staff-context.ts';
import type { Decided } from './decision-calls.ts';
import { DecisionForm } from './decision-form.tsx';
import { Meanwhile, type Overtaken } from './meanwhile.tsx';
import { asksSecondOpinion, offeredDecisions } from './offered-decisions.ts';
import { SecondOpinion } from './second-opinion.tsx';
import { useDecisionWords } from './use-decision-words.ts';

interface DecisionAreaProps {
  record: CallData<'deskApplication'>;
}

/** Decisions open to the signed-in reviewer, or the reason for none. */
export default function DecisionArea({ record }: DecisionAreaProps) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  const words = useDecisionWords();
  /** A decision that came too late: what was typed, and about which revision. */
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const isReviewing = may('reviewer');
  const application = { ...record, assignee: record.assignee?.id ?? null };
  const offered = isReviewing ? offeredDecisions(application, user.id) : [];
  const heading = useRef<HTMLHeadingElement>(null);
  /** Own decision, until the application is shown as it led to. */
  const [decided, setDecided] = useState<Decided>();
  /** Own decisions so far: each is followed by an empty form. */
  const [count, setCount] = useState(0);
  const isShown = decided !== undefined && record.revision >= decided.revision;
  const awaited = offered.length > 0 ? openQuestions(record.notes) : [];
  const isOver = offered.length === 0 || hasTag(record.state, 'ended');
  const goesOn = useRef(false);
  useEffect(() => {
    if (!isShown || !decided) return;
    setDecided(undefined);
    setOvertaken(undefined);
    setCount((before) => before + 1);
    goesOn.current = true;
    showMessage({ kind: 'notice', text: words.done(decided.decision) });
  }, [isShown, decided, words]);
  useEffect(() => {
    // Not before the letter is closed: until then nothing else takes the focus.
    if (decided || !goesOn.current) return;
    goesOn.current = false;
    const next = isOver ? document.getElementById('next-case') : heading.current;
    next?.focus();
  }, [decided, isOver]);
  return (
    <section id="decision" className="panel" tabIndex={-1}>
      <h2 ref={heading} tabIndex={-1}>
        {t`Decision`}
      </h2>
      {overtaken && <Meanwhile key={overtaken.at} record={record} overtaken={overtaken} />}
      {awaited.map(({ id, opinion }) => (
        <p key={id}>
          <a href="#notes">{t`The opinion of ${opinion?.of} is awaited`}</a>
        </p>
      ))}
      {record.fourEyes && isReviewing && asksSecondOpinion(application, user.id) && (
        <SecondOpinion {...record.fourEyes} />
      )}
      {offered.includes('suspend') && (
        <p>
          <Trans>
            The data request is approved. You can suspend the sharing if agreed measures that
            protect trade secrets are not kept.
          </Trans>
        </p>
      )}
      {decided && !isShown && !decided.isLoaded ? (
        <NotLoaded />
      ) : offered.length > 0 ? (
        <DecisionForm
          key={count}
          record={record}
          reviewer={user.id}
          offered={offered}
          isSaved={decided !== undefined}
          onDecided={setDecided}
          onOvertaken={(text) => setOvertaken({ text, revision: record.revision, at: Date.now() })}
        />
      ) : (
        <p>
          {isReviewing ? (
            <WhyNothing record={record} isOwn={record.requester === user.id} />
          ) : (
            <Trans>Only reviewers can decide. With your role you can view.</Trans>
          )}
        </p>
      )}
      <DecisionDownload record={record} endpoint="deskDecisionLetter" />
    </section>
  );
}

/** After an own decision: the application could not be loaded again. */
function NotLoaded() {
  const { t } = useLingui();
  return (
    <Notice kind="good" title={t`Your decision is saved`} takesFocus>
      <p>
        <Trans>The application could not be loaded again.</Trans>{' '}
        <button type="button" onClick={() => invalidate(['deskApplication'])}>
          <Trans>Show how it is now</Trans>
        </button>
      </p>
    </Notice>
  );
}

function WhyNothing({ record, isOwn }: DecisionAreaProps & { isOwn: boolean }) {
  if (isOwn) return <Trans>This is your own application: a colleague decides.</Trans>;
  if (hasTag(record.state, 'requestersTurn'))
    return <Trans>Waiting for the requester: there is nothing to decide until they answer.</Trans>;
  if (hasTag(record.state, 'ended'))
    return <Trans>The application has ended: there is nothing to decide.</Trans>;
  const email = record.assignee?.email;
  return (
    <Trans>{email} has taken this application and decides; they or a lead can hand it over.</Trans>
  );
}
