import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import { RowButton } from '../row-button.tsx';
import { useStaff } from '../staff-context.ts';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { useRoleList } from './use-role-words.ts';

type Colleague = CallData<'staffList'>[number];

export function StaffTable({ staff }: { staff: readonly Colleague[] }) {
  const { t, i18n } = useLingui();
  const { hasRole, user } = useStaff();
  const roleList = useRoleList();
  const change = {
    label: t`Change`,
    cell: (one: Colleague) =>
      one.id === user.id ? (
        <Trans>Another lead must change your roles.</Trans>
      ) : (
        <RowActions colleague={one} />
      ),
  };
  return (
    <CardTable
      className={styles.table}
      rows={staff}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t`E-mail address`,
          cell: ({ id, email }) => (
            <>
              <span>{email}</span>
              {id === user.id && <small>{t`You`}</small>}
            </>
          ),
        },
        {
          label: t`Roles`,
          cell: ({ roles }) => roleList(roles),
        },
        {
          label: t`Second factor`,
          cell: ({ hasSecondFactor, isCompanyLinked, lockedUntil }) => (
            <>
              <span>{hasSecondFactor ? t`set up` : t`not set up yet`}</span>
              {isCompanyLinked && <small>{t`Signs in with the company account`}</small>}
              {lockedUntil !== null && (
                <small data-locked>
                  {t`Locked until ${formatInstant(lockedUntil, i18n.locale)}`}
                </small>
              )}
            </>
          ),
        },
        ...(hasRole('lead') ? [change] : []),
      ]}
    />
  );
}

function RowActions({ colleague }: { colleague: Colleague }) {
  const { t } = useLingui();
  const { email, roles, hasSecondFactor, isCompanyLinked, lockedUntil } = colleague;
  const [openDialog, setOpenDialog] = useState<'roles' | 'forget' | 'unlink' | 'deactivate'>();
  const close = () => setOpenDialog(undefined);

  const isLead = roles.includes('lead');
  const confirmations = {
    forget: {
      title: t`Reset the second factor of ${email}?`,
      confirm: t`Reset second factor`,
      text: t`Check in another way than by e-mail that this person really asked for it. Their app and recovery codes stop working, also in open sessions.`,
      act: () => call('staffForgetSecondFactor', { email }),
      done: t`${email} must now set up a new second factor.`,
    },
    unlink: {
      title: t`Unlink the company account of ${email}?`,
      confirm: t`Unlink`,
      text: t`This signs them out everywhere. The next person for whom the company confirms this address is linked to the account. The roles stay; to take them away, deactivate the account.`,
      act: () => call('staffUnlinkCompany', { email }),
      done: t`The company account of ${email} is unlinked, and they are signed out.`,
    },
    deactivate: {
      title: t`Deactivate ${email}?`,
      confirm: t`Deactivate`,
      text: isLead
        ? t`Another lead must confirm the removal of a lead. Until then nothing changes.`
        : t`This removes all their roles and their second factor at once, and releases the applications they had taken. What they did stays in the histories and the log. You can add them again.`,
      act: () => call('staffChange', { email, roles: [] }),
      done: isLead
        ? t`${email} stays a lead until another lead confirms the removal.`
        : t`${email} is deactivated.`,
    },
  };
  const confirmation = openDialog && openDialog !== 'roles' ? confirmations[openDialog] : undefined;

  const unlock = () => reportDone(call('staffUnlock', { email }), t`${email} is unlocked.`);

  return (
    <div className="row">
      <RowButton label={t`Change roles`} of={email} onClick={() => setOpenDialog('roles')} />
      {lockedUntil !== null && <RowButton label={t`Unlock`} of={email} onClick={unlock} />}
      {hasSecondFactor && (
        <RowButton
          label={t`Reset second factor`}
          of={email}
          onClick={() => setOpenDialog('forget')}
        />
      )}
      {isCompanyLinked && (
        <RowButton
          label={t`Unlink company account`}
          of={email}
          onClick={() => setOpenDialog('unlink')}
        />
      )}
      <RowButton label={t`Deactivate`} of={email} onClick={() => setOpenDialog('deactivate')} />
      {openDialog === 'roles' && <RolesDialog colleague={colleague} onClose={close} />}
      {confirmation && (
        <ConfirmDialog
          title={confirmation.title}
          confirm={confirmation.confirm}
          isFinal
          onConfirm={() => reportDone(confirmation.act(), confirmation.done).then(close)}
          onCancel={close}
        >
          <p>{confirmation.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
