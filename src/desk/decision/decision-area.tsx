import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { hasTag } from '#contract/stored-application.ts';
import { DecisionDownload } from '#ui/application/decision-download.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from '../case-page.module.css';
import { openQuestions } from '../notes/opinions.ts';
import { useStaff } from '../staff-context.ts';
import { DecisionForm } from './decision-form.tsx';
import { Meanwhile, type Overtaken } from './meanwhile.tsx';
import { asksSecondOpinion, offeredDecisions } from './offered-decisions.ts';
import { SecondOpinion } from './second-opinion.tsx';

interface DecisionAreaProps {
  record: CallData<'deskApplication'>;
}

/** Decisions open to the signed-in reviewer, or the reason for none. */
export default function DecisionArea({ record }: DecisionAreaProps) {
  const { user, may } = useStaff();
  /** A decision that came too late: what was typed, and about which revision. */
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const isReviewing = may('reviewer');
  const application = { ...record, assignee: record.assignee?.id ?? null };
  const offered = isReviewing ? offeredDecisions(application, user.id) : [];
  const heading = useRef<HTMLHeadingElement>(null);
  /** Revision that was decided on, until what became of it is shown. */
  const decidedOn = useRef<number>(null);
  const awaited = offered.length > 0 ? openQuestions(record.notes) : [];
  const isOver = offered.length === 0 || hasTag(record.state, 'ended');
  useEffect(() => {
    if (decidedOn.current === null || decidedOn.current === record.revision) return;
    decidedOn.current = null;
    const next = isOver ? document.getElementById('next-case') : heading.current;
    next?.focus();
  }, [record.revision, isOver]);
  return (
    <section id="decision" className={styles.decision} tabIndex={-1}>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Decision</Trans>
      </h2>
      {overtaken && <Meanwhile record={record} overtaken={overtaken} />}
      {awaited.map(({ id, opinion }) => (
        <p key={id}>
          <a href="#notes">
            <Trans>The opinion of {opinion?.of} is awaited</Trans>
          </a>
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
      {offered.length > 0 ? (
        <DecisionForm
          record={record}
          reviewer={user.id}
          offered={offered}
          onDecided={() => {
            setOvertaken(undefined);
            decidedOn.current = record.revision;
          }}
          onOvertaken={(text) => setOvertaken({ text, revision: record.revision })}
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

function WhyNothing({ record, isOwn }: DecisionAreaProps & { isOwn: boolean }) {
  const { t } = useLingui();
  if (isOwn) return t`This is your own application: a colleague decides.`;
  if (hasTag(record.state, 'requestersTurn'))
    return t`Waiting for the requester: there is nothing to decide until they answer.`;
  if (hasTag(record.state, 'ended'))
    return t`The application has ended: there is nothing to decide.`;
  const email = record.assignee?.email;
  return t`${email} has taken this application and decides; they or a lead can hand it over.`;
}
