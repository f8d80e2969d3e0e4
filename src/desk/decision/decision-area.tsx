import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { applicationSnapshot } from '#machines/application.machine.ts';
import { DecisionDownload } from '#ui/application/decision-download.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from '../case-page.module.css';
import { useStaff } from '../staff-context.ts';
import { DecisionForm } from './decision-form.tsx';
import { offeredDecisions } from './offered-decisions.ts';

interface DecisionAreaProps {
  record: CallData<'deskApplication'>;
  onChanged: () => void;
}

/** What the signed-in reviewer may decide, or why nothing. */
export function DecisionArea({ record, onChanged }: DecisionAreaProps) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  /** The text of a decision that came too late: nothing typed is lost. */
  const [overtaken, setOvertaken] = useState<string>();
  const isReviewing = may('reviewer');
  const offered = isReviewing ? offeredDecisions(record, user.id) : [];
  return (
    <section className={styles.decision}>
      <h2>
        <Trans>Decision</Trans>
      </h2>
      {overtaken !== undefined && (
        <Notice kind="error" title={t`Somebody acted meanwhile; your decision was not made`}>
          <p>
            <Trans>The history tells what happened.</Trans>
          </p>
          {overtaken && (
            <>
              <p>
                <Trans>You had written:</Trans>
              </p>
              <p className={styles.typed}>{overtaken}</p>
            </>
          )}
        </Notice>
      )}
      {offered.length > 0 ? (
        <DecisionForm
          record={record}
          reviewer={user.id}
          offered={offered}
          onDecided={() => {
            setOvertaken(undefined);
            onChanged();
          }}
          onOvertaken={(text) => {
            setOvertaken(text);
            onChanged();
          }}
        />
      ) : (
        <p>
          {isReviewing ? (
            <WhyNothing record={record} isOwn={record.requester === user.id} />
          ) : (
            <Trans>Reviewers decide; your role reads.</Trans>
          )}
        </p>
      )}
      <DecisionDownload record={record} endpoint="deskDecisionLetter" />
    </section>
  );
}

function WhyNothing({
  record,
  isOwn,
}: Pick<DecisionAreaProps, 'record'> & {
  isOwn: boolean;
}) {
  const { t } = useLingui();
  const snapshot = applicationSnapshot(record);
  if (isOwn) return t`This is your own application: a colleague decides.`;
  if (snapshot.hasTag('requestersTurn'))
    return t`It is the requester’s turn: there is nothing to decide until they answer.`;
  return t`The application has ended: there is nothing to decide.`;
}
