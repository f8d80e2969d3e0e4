import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { Nominations } from './nominations.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { StaffTable } from './staff-table.tsx';
import { UnlockForm } from './unlock-form.tsx';

/** Page of the desk's staff and their roles; a lead changes them. */
export default function StaffPage() {
  const { t } = useLingui();
  const { may } = useStaff();
  const { data: staff, isFailed, reload } = useQuery('staffList', {});
  const [isAdding, setAdding] = useState(false);
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!staff) return <FullScreenLoader />;
  const isLead = may('lead');
  const isOnlyLead = staff.filter(({ roles }) => roles.includes('lead')).length === 1;

  async function add(email: string, roles: Parameters<typeof RolesDialog>[0]['roles']) {
    const change = { email, roles: [...roles] };
    const { awaitsLead } = await call('staffChange', change, { silent: true });
    setAdding(false);
    showMessage({
      kind: 'notice',
      text: awaitsLead
        ? t`${email} becomes a lead once another lead confirms it.`
        : t`${email} can sign in as staff now.`,
    });
  }

  return (
    <Page
      title={t`Staff`}
      lead={
        <Trans>
          They sign in with a code sent by e-mail and a second factor. The log records every change.
        </Trans>
      }
    >
      <div className="stack stack-large">
        {isLead && (
          <p>
            <Button onClick={() => setAdding(true)}>{t`Add a colleague`}</Button>
          </p>
        )}
        {isLead && <Nominations isOnlyLead={isOnlyLead} />}
        <section className={styles.colleagues} aria-labelledby="colleagues">
          <h2 id="colleagues">{t`Colleagues and their roles`}</h2>
          <StaffTable staff={staff} />
        </section>
        {isLead && <UnlockForm />}
      </div>
      {isAdding && (
        <RolesDialog
          title={t`Add a colleague`}
          confirm={t`Add`}
          roles={['reviewer']}
          onGiven={add}
          onCancel={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
