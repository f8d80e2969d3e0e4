import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { hasTag } from '#contract/stored-application.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { showMessage } from '#ui/messages/messages.ts';
import styles from './case-page.module.css';
import { HandOver } from './hand-over.tsx';
import { useStaff } from './staff-context.ts';
import { useTake } from './use-take.ts';

interface CaseDeskProps {
  record: CallData<'deskApplication'>;
  onChanged: () => void;
}

/** Assignee of the application, and the actions to change it. */
export function CaseDesk({ record, onChanged }: CaseDeskProps) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  const take = useTake();
  const [isHanding, setHanding] = useState(false);
  const { number: applicationNumber, assignee } = record;
  const isMine = assignee?.id === user.id;
  const mayChange =
    may('reviewer') && record.requester !== user.id && !hasTag(record.state, 'ended');
  const mayGive = mayChange && (isMine || may('lead'));

  /** Refusals are shown as messages; what is true then is asked for either way. */
  async function change(work: () => Promise<unknown>, text: string) {
    await work().then(
      () => showMessage({ kind: 'notice', text }),
      () => {},
    );
    setHanding(false);
    onChanged();
  }

  return (
    <section>
      <h2>
        <Trans>Who works on it</Trans>
      </h2>
      <p className={styles.due}>
        {isMine ? (
          <Trans>You have taken this application</Trans>
        ) : assignee ? (
          <Trans>Taken by {assignee.email}</Trans>
        ) : (
          <Trans>Nobody has taken this application</Trans>
        )}
      </p>
      {mayChange && (
        <div className={styles.actions}>
          {!assignee && (
            <Button variant="default" onClick={() => take(applicationNumber).then(onChanged)}>
              <Trans>Take it</Trans>
            </Button>
          )}
          {mayGive && (
            <Button variant="default" onClick={() => setHanding(true)}>
              <Trans>Hand it over</Trans>
            </Button>
          )}
          {mayGive && assignee && (
            <Button
              variant="default"
              onClick={() =>
                change(
                  () => call('deskRelease', { applicationNumber }),
                  t`Anybody can take it now.`,
                )
              }
            >
              <Trans>Release it</Trans>
            </Button>
          )}
        </div>
      )}
      {isHanding && (
        <HandOver
          without={[record.requester, assignee?.id]}
          onChosen={(to) =>
            change(
              () => call('deskHandOver', { applicationNumber, to }),
              t`The application is handed over.`,
            )
          }
          onCancel={() => setHanding(false)}
        />
      )}
    </section>
  );
}
