import { Trans, useLingui } from '@lingui/react/macro';
import { applicationSnapshot } from '#machines/application.machine.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import styles from './case-page.module.css';
import { DecisionForm } from './decision-form.tsx';
import { offeredDecisions } from './offered-decisions.ts';

interface DecisionAreaProps {
  record: CallData<'deskApplication'>;
  onChanged: () => void;
}

/** What the signed-in reviewer may decide, or why nothing. */
export function DecisionArea({ record, onChanged }: DecisionAreaProps) {
  const { data: user } = useAnswer('currentUser', {});
  if (!user) return null;
  const offered = offeredDecisions(record, user.id);
  return (
    <section className={styles.decision}>
      <h2>
        <Trans>Decision</Trans>
      </h2>
      {offered.length > 0 ? (
        <DecisionForm record={record} reviewer={user.id} offered={offered} onChanged={onChanged} />
      ) : (
        <p>
          <WhyNothing record={record} isOwn={record.requester === user.id} />
        </p>
      )}
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
    return t`It is the requester’s turn. You get an e-mail when they answer.`;
  return t`The application has ended: there is nothing to decide.`;
}
